import { z } from 'zod';
import { actorSchema } from '../event-metadata.ts';
import { filterQuerySchema, listQuerySchema, oneOrMore, periodFields } from '../http/list-query.ts';
import { idSchema } from '../id.ts';
import { SECURITY_KINDS } from './kinds.ts';

/** Flat, so that it is a CSV row as it stands. */
export const securityEntrySchema = z.object({
  id: z.uuid(),
  date: z.iso.datetime(),
  kind: z.enum(SECURITY_KINDS),
  userId: z.uuid().nullable(),
  /** Only while in the team; not in the log. */
  userName: z.string().nullable(),
  actorKind: z.enum(actorSchema.options.map(({ shape }) => shape.kind.value)),
  /** User, staff, operator's command or service. */
  actorId: z.string(),
  actorName: z.string().nullable(),
  /** Role, way to log in, number of credits, or staff's words. */
  detail: z.string().nullable(),
  pictureId: z.uuid().nullable(),
});
export type SecurityEntry = z.infer<typeof securityEntrySchema>;

export const SECURITY_SORTS = ['date', 'kind'] as const;
export type SecuritySort = (typeof SECURITY_SORTS)[number];

const securityFilterSchema = z.strictObject({
  kind: oneOrMore(z.enum(SECURITY_KINDS)).optional(),
  /** Entries about them or caused by them. */
  userId: oneOrMore(idSchema).optional(),
  ...periodFields,
});
export type SecurityFilter = z.infer<typeof securityFilterSchema>;

export const securityListQuerySchema = listQuerySchema({
  filter: securityFilterSchema,
  fields: SECURITY_SORTS,
  sort: ['date', 'DESC'],
});

/** Newest first. */
export const securityExportQuerySchema = filterQuerySchema(securityFilterSchema);
