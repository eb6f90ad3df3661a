import { z } from 'zod';
import { idSchema } from '../id.ts';
import { actorSchema } from '../event-metadata.ts';
import { filterQuerySchema, listQuerySchema, momentSchema, oneOrMore, periodFields } from '../http/list-query.ts';
import { LEDGER_ENTRY_KINDS } from './kinds.ts';

/** What a line says in words: a key of the client's texts. */
const LEDGER_DESCRIPTION_TYPES = [
  'payment',
  'operator_grant',
  'starter_credits',
  'hd_save',
  'failed_save',
  'period_ended',
  'rolled_over',
  'subscription_ended',
  'payment_refunded',
  'payment_disputed',
  'credits_returned',
  'staff_adjustment',
] as const;
export type LedgerDescriptionType = (typeof LEDGER_DESCRIPTION_TYPES)[number];

/** A line of a team's ledger: flat, so that it can be a line of a CSV file as it is. */
export const ledgerEntrySchema = z.object({
  id: z.uuid(),
  date: z.iso.datetime(),
  kind: z.enum(LEDGER_ENTRY_KINDS),
  descriptionType: z.enum(LEDGER_DESCRIPTION_TYPES),
  /** Negative when they left the pool. */
  credits: z.int(),
  /** Of the pool, after this line. */
  balance: z.int().min(0),
  actorKind: z.enum(actorSchema.options.map(({ shape }) => shape.kind.value)),
  /** A user's id, or the name of an operator's command or a service. */
  actorId: z.string(),
  /** Of a user who is still in the team: it is not in the log. */
  actorName: z.string().nullable(),
  /** The picture that was saved. */
  transactionId: z.uuid().nullable(),
  /** Of the picture, as long as that is kept, for a reader who may open it: it is not in the log. */
  fileName: z.string().nullable(),
  saveId: z.uuid().nullable(),
  /** Of a save that failed, when its credits came back; of a refund, when they were spent. */
  counterEntryDate: z.iso.datetime().nullable(),
  /** Of a grant, an expiry or a claw-back: what the payment provider calls it, or the operator's key where it says something; of an adjustment: staff's reason. */
  cause: z.string().nullable(),
});
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

/** What the ledger can be sorted by. */
export const LEDGER_SORTS = ['date', 'kind', 'credits'] as const;
export type LedgerSort = (typeof LEDGER_SORTS)[number];

export const ledgerFilterSchema = z.strictObject({
  kind: oneOrMore(z.enum(LEDGER_ENTRY_KINDS)).optional(),
  /** Lines that these people caused. In small letters: the ledger compares the text. */
  userId: oneOrMore(idSchema).optional(),
  ...periodFields,
});
export type LedgerFilter = z.infer<typeof ledgerFilterSchema>;

/** GET /api/admin/credit-ledger, in the dialect of ra-data-simple-rest. */
export const ledgerListQuerySchema = listQuerySchema({
  filter: ledgerFilterSchema,
  fields: LEDGER_SORTS,
  sort: ['date', 'DESC'],
});

/** GET /api/admin/credit-ledger/export.csv: all lines that the filter leaves, newest first. */
export const ledgerExportQuerySchema = filterQuerySchema(ledgerFilterSchema);

/** GET /api/admin/credit-ledger/days. Both ends as a filter has them. */
export const ledgerDaysQuerySchema = z.object({ from: momentSchema, to: momentSchema });

/** What came and went on one day (UTC); days without a line are left out. */
export const ledgerDaySchema = z.object({
  day: z.iso.date(),
  granted: z.int().min(0),
  /** For HD saves, less those whose credits came back. Negative on a day on which more came back than was spent. */
  spent: z.int(),
  /** Expired, clawed back, or taken away by staff. */
  ended: z.int().min(0),
});
export type LedgerDay = z.infer<typeof ledgerDaySchema>;
