import { z } from 'zod';
import { filterQuerySchema, listQuerySchema, oneOrMore, periodFields } from '../http/list-query.ts';
import { idSchema } from '../id.ts';
import { AUDIT_ACTIONS, LOOKUP_KINDS } from './kinds.ts';

/** Flat, so that it is a CSV row as it stands. */
export const auditEntrySchema = z.object({
  id: z.uuid(),
  date: z.iso.datetime(),
  staffId: z.uuid(),
  /** Null after the account was closed; not in the log. */
  staffEmail: z.string().nullable(),
  action: z.enum(AUDIT_ACTIONS),
  lookedBy: z.enum(LOOKUP_KINDS).nullable(),
  keyDigest: z.string().nullable(),
  found: z.int().nullable(),
  target: z.string().nullable(),
  reason: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const AUDIT_SORTS = ['date', 'action'] as const;
export type AuditSort = (typeof AUDIT_SORTS)[number];

const auditFilterSchema = z.strictObject({
  action: oneOrMore(z.enum(AUDIT_ACTIONS)).optional(),
  staffId: oneOrMore(idSchema).optional(),
  target: oneOrMore(z.string().max(200)).optional(),
  ...periodFields,
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;

export const auditListQuerySchema = listQuerySchema({
  filter: auditFilterSchema,
  fields: AUDIT_SORTS,
  sort: ['date', 'DESC'],
});

/** Newest first. */
export const auditExportQuerySchema = filterQuerySchema(auditFilterSchema);
