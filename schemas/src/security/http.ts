import { z } from 'zod';
import { actorSchema } from '../event-metadata.ts';
import { filterQuerySchema, listQuerySchema, oneOrMore, periodFields } from '../http/list-query.ts';
import { idSchema } from '../id.ts';
import { SECURITY_KINDS } from './kinds.ts';

/** An entry of a team's security log: flat, so that it can be a line of a CSV file as it is. */
export const securityEntrySchema = z.object({
  id: z.uuid(),
  date: z.iso.datetime(),
  kind: z.enum(SECURITY_KINDS),
  /** The person whom it is about; null when it is about the team. */
  userId: z.uuid().nullable(),
  /** Of a user who is still in the team: it is not in the log. */
  userName: z.string().nullable(),
  actorKind: z.enum(actorSchema.options.map(({ shape }) => shape.kind.value)),
  /** Id of a user or a member of staff, or the name of an operator's command or a service. */
  actorId: z.string(),
  actorName: z.string().nullable(),
  /** By what, or into what: a role, a way to log in, a number of credits; why staff looked, in their words. */
  detail: z.string().nullable(),
  /** The picture that staff opened. */
  pictureId: z.uuid().nullable(),
});
export type SecurityEntry = z.infer<typeof securityEntrySchema>;

/** What the log can be sorted by. */
export const SECURITY_SORTS = ['date', 'kind'] as const;
export type SecuritySort = (typeof SECURITY_SORTS)[number];

const securityFilterSchema = z.strictObject({
  kind: oneOrMore(z.enum(SECURITY_KINDS)).optional(),
  /** Entries that are about these people, or that they caused. */
  userId: oneOrMore(idSchema).optional(),
  ...periodFields,
});
export type SecurityFilter = z.infer<typeof securityFilterSchema>;

/** GET /api/admin/security-log, in the dialect of ra-data-simple-rest. */
export const securityListQuerySchema = listQuerySchema({
  filter: securityFilterSchema,
  fields: SECURITY_SORTS,
  sort: ['date', 'DESC'],
});

/** GET /api/admin/security-log/export.csv: all entries that the filter leaves, newest first. */
export const securityExportQuerySchema = filterQuerySchema(securityFilterSchema);
