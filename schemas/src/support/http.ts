import { z } from 'zod';
import { actorSchema, workSchema } from '../event-metadata.ts';
import { MAX_EMAIL_LENGTH } from '../constants.ts';
import { idSchema } from '../id.ts';
import { reasonSchema } from './reason.ts';
import { LOOKUP_KINDS } from './kinds.ts';

/** An id, a SHA-256 or an email. In the body, since logs keep addresses. */
export const searchBodySchema = z.strictObject({ q: z.string().trim().min(1).max(MAX_EMAIL_LENGTH) });

const FOUND_KINDS = ['picture', 'team', 'account', 'message'] as const;

const foundSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(FOUND_KINDS), id: z.uuid(), at: z.iso.datetime().nullable() }),
  z.object({
    kind: z.literal('error'),
    id: z.uuid(),
    at: z.iso.datetime(),
    code: z.string(),
    status: z.int(),
    route: z.string().nullable(),
  }),
]);
export type Found = z.infer<typeof foundSchema>;

export const searchAnswerSchema = z.object({
  by: z.enum(LOOKUP_KINDS),
  found: z.array(foundSchema),
});
export type SearchAnswer = z.infer<typeof searchAnswerSchema>;

const pictureEventSchema = z.object({
  id: z.string(),
  stream: z.enum(['transaction', 'creditPool']),
  version: z.int(),
  type: z.string(),
  at: z.iso.datetime(),
  actor: actorSchema,
  correlationId: z.string(),
  causationId: z.string(),
  /** Null when not recorded. */
  work: workSchema.nullable(),
  /** Facts, digests and sizes; no pixels. */
  data: z.record(z.string(), z.unknown()),
});
export type PictureEvent = z.infer<typeof pictureEventSchema>;

/** Also after its files are gone. */
export const pictureFactsSchema = z.object({
  id: z.uuid(),
  status: z.enum(['pending', 'uploaded', 'failed', 'deleted', 'expired']),
  owner: z.object({ kind: z.enum(['anonymous', 'user']), userId: z.uuid().nullable(), teamId: z.uuid().nullable() }),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  mediaType: z.string(),
  sha256: z.string(),
  model: z.object({ name: z.string(), version: z.string(), sha256: z.string() }).nullable(),
  /** Set when another model's matte was refined. */
  secondModel: z.object({ name: z.string(), version: z.string(), sha256: z.string() }).nullable(),
  uploadedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  forkedFrom: z.uuid().nullable(),
  /** Oldest first. */
  forks: z.array(z.uuid()),
  events: z.array(pictureEventSchema),
});
export type PictureFacts = z.infer<typeof pictureFactsSchema>;

export const forkBodySchema = z.strictObject({
  /** Idempotency key chosen by the caller. */
  forkId: idSchema,
  /** From `GET /api/staff/models/`. */
  model: z.string().min(1).max(100),
  reason: reasonSchema,
});

export const seenModelSchema = z.object({
  name: z.string(),
  version: z.string(),
  sha256: z.string(),
  firstSeenAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** Used for new pictures. */
  isCurrent: z.boolean(),
});
export type SeenModelView = z.infer<typeof seenModelSchema>;

/** State at a version, and at the one before. */
export const pictureStateSchema = z.object({
  version: z.int(),
  state: z.unknown(),
  before: z.unknown(),
});
export type PictureStateAnswer = z.infer<typeof pictureStateSchema>;

/** The last 30 days, grouped. */
export const failureGroupSchema = z.object({
  id: z.string(),
  code: z.string(),
  kind: z.enum(['job', 'request']),
  /** Event type or route. */
  place: z.string(),
  model: z.string().nullable(),
  count: z.int(),
  people: z.int(),
  first: z.iso.datetime(),
  last: z.iso.datetime(),
  /** Newest picture id or Error ID. */
  example: z.string(),
  /** A day each, oldest first, today last. */
  days: z.array(z.int().min(0)),
  /** Refused by a rule, as it should be. */
  isExpected: z.boolean(),
  isIgnored: z.boolean(),
});
export const failureCasesSchema = z.array(
  z.object({
    at: z.iso.datetime(),
    /** Picture id of a job, else Error ID. */
    id: z.string(),
  }),
);
export type FailureCases = z.infer<typeof failureCasesSchema>;

const failureGroupIdSchema = z.string().min(1).max(200);
export const failureGroupIdQuerySchema = z.object({ group: failureGroupIdSchema });
export const ignoreFailureSchema = z.object({ group: failureGroupIdSchema, isIgnored: z.boolean() });
export type FailureGroupView = z.infer<typeof failureGroupSchema>;
