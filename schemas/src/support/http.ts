import { z } from 'zod';
import { actorSchema, workSchema } from '../event-metadata.ts';
import { MAX_EMAIL_LENGTH } from '../constants.ts';
import { idSchema } from '../id.ts';
import { reasonSchema } from './reason.ts';
import { LOOKUP_KINDS } from './kinds.ts';

/** POST /api/staff/search: one of an id, a SHA-256 in hex, and an e-mail address. Not in the address, which logs keep. */
export const searchBodySchema = z.strictObject({ q: z.string().trim().min(1).max(MAX_EMAIL_LENGTH) });

const FOUND_KINDS = ['picture', 'team', 'account', 'message'] as const;

const foundSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(FOUND_KINDS), id: z.uuid(), at: z.iso.datetime().nullable() }),
  /** A request that was refused. */
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
  /** What the text was taken for. */
  by: z.enum(LOOKUP_KINDS),
  found: z.array(foundSchema),
});
export type SearchAnswer = z.infer<typeof searchAnswerSchema>;

/** An event of a picture, or of the pool that paid for it. */
const pictureEventSchema = z.object({
  id: z.string(),
  stream: z.enum(['transaction', 'creditPool']),
  version: z.int(),
  type: z.string(),
  at: z.iso.datetime(),
  actor: actorSchema,
  correlationId: z.string(),
  /** The request, or the event, that caused it. */
  causationId: z.string(),
  /** Of the result of a job: how long it waited and was worked on, and by what. Null where that was not recorded. */
  work: workSchema.nullable(),
  /** Facts, and digests and sizes of files: no pixel. */
  data: z.record(z.string(), z.unknown()),
});
export type PictureEvent = z.infer<typeof pictureEventSchema>;

/** GET /api/staff/pictures/{id}: the facts of a picture, also when its files are gone. */
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
  /** The one whose matte was refined, where that is another. */
  secondModel: z.object({ name: z.string(), version: z.string(), sha256: z.string() }).nullable(),
  uploadedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** The picture that it is another cut-out of. */
  forkedFrom: z.uuid().nullable(),
  /** Other cut-outs of it that are there, oldest first. */
  forks: z.array(z.uuid()),
  events: z.array(pictureEventSchema),
});
export type PictureFacts = z.infer<typeof pictureFactsSchema>;

/** POST /api/staff/pictures/{id}/forks. */
export const forkBodySchema = z.strictObject({
  /** Chosen by the caller: a repeat with the same one makes nothing. */
  forkId: idSchema,
  /** Name of one of the models that `GET /api/staff/models/` lists. */
  model: z.string().min(1).max(100),
  reason: reasonSchema,
});
export type ForkBody = z.infer<typeof forkBodySchema>;

/** GET /api/staff/models. */
export const seenModelSchema = z.object({
  name: z.string(),
  version: z.string(),
  sha256: z.string(),
  firstSeenAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** New pictures get it. */
  isCurrent: z.boolean(),
});
export type SeenModelView = z.infer<typeof seenModelSchema>;

/** GET /api/staff/pictures/{id}/state: what the events up to a version come to, and to the one before. */
export const pictureStateSchema = z.object({
  version: z.int(),
  state: z.unknown(),
  before: z.unknown(),
});
export type PictureStateAnswer = z.infer<typeof pictureStateSchema>;

/** GET /api/staff/failures: failed jobs and refused requests of the last 30 days, grouped. */
export const failureGroupSchema = z.object({
  id: z.string(),
  code: z.string(),
  kind: z.enum(['job', 'request']),
  /** Type of the event, or the route. */
  place: z.string(),
  model: z.string().nullable(),
  count: z.int(),
  people: z.int(),
  first: z.iso.datetime(),
  last: z.iso.datetime(),
  /** Of the latest: a picture's id, or an Error ID. */
  example: z.string(),
});
export type FailureGroupView = z.infer<typeof failureGroupSchema>;
