import { z } from 'zod';
import { idSchema } from '../id.ts';
import { actorSchema } from '../event-metadata.ts';
import { filterQuerySchema, listQuerySchema, momentSchema, oneOrMore, periodFields } from '../http/list-query.ts';
import { LEDGER_DESCRIPTION_TYPES } from './description.ts';
import { LEDGER_ENTRY_KINDS } from './kinds.ts';

/** Flat, so that it is a CSV row as it stands. */
export const ledgerEntrySchema = z.object({
  id: z.uuid(),
  date: z.iso.datetime(),
  kind: z.enum(LEDGER_ENTRY_KINDS),
  descriptionType: z.enum(LEDGER_DESCRIPTION_TYPES),
  /** Negative: left the pool. */
  credits: z.int(),
  balance: z.int().min(0),
  actorKind: z.enum(actorSchema.options.map(({ shape }) => shape.kind.value)),
  /** User id, or the name of an operator's command or a service. */
  actorId: z.string(),
  /** Only while in the team; not in the log. */
  actorName: z.string().nullable(),
  /** API key that acted for the person. */
  keyId: z.uuid().nullable(),
  /** Its last digits once it is revoked; not in the log. */
  keyName: z.string().nullable(),
  transactionId: z.uuid().nullable(),
  /** While the picture exists, for readers who may open it; not in the log. */
  fileName: z.string().nullable(),
  saveId: z.uuid().nullable(),
  /** Failed save: when its credits came back. Refund: when they were spent. */
  counterEntryDate: z.iso.datetime().nullable(),
  /** Provider id, operator's key, or staff's reason. */
  cause: z.string().nullable(),
  /** The provider's id of the invoice. */
  paymentId: z.string().nullable(),
});
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

export const LEDGER_SORTS = ['date', 'kind', 'credits'] as const;
export type LedgerSort = (typeof LEDGER_SORTS)[number];

export const ledgerFilterSchema = z.strictObject({
  kind: oneOrMore(z.enum(LEDGER_ENTRY_KINDS)).optional(),
  /** Lower case, as the ledger compares text. */
  userId: oneOrMore(idSchema).optional(),
  ...periodFields,
});
export type LedgerFilter = z.infer<typeof ledgerFilterSchema>;

export const ledgerListQuerySchema = listQuerySchema({
  filter: ledgerFilterSchema,
  fields: LEDGER_SORTS,
  sort: ['date', 'DESC'],
});

/** Newest first. */
export const ledgerExportQuerySchema = filterQuerySchema(ledgerFilterSchema);

export const ledgerDaysQuerySchema = z.object({ from: momentSchema, to: momentSchema });

/** UTC day; days without lines are left out. */
export const ledgerDaySchema = z.object({
  day: z.iso.date(),
  granted: z.int().min(0),
  /** Net of refunds, so possibly negative. */
  spent: z.int(),
  /** Expired, clawed back or removed by staff. */
  ended: z.int().min(0),
  /** Part of `ended`: for refunded and disputed payments. */
  takenBack: z.int().min(0),
});
export type LedgerDay = z.infer<typeof ledgerDaySchema>;

export const ledgerSumsQuerySchema = z.object({ by: z.enum(['member', 'key']), ...periodFields });
export type LedgerSumsQuery = z.output<typeof ledgerSumsQuerySchema>;

export const ledgerSumSchema = z.object({
  /** Null: saves without an API key. */
  id: z.uuid().nullable(),
  /** Null for people who left. */
  name: z.string().nullable(),
  /** Failed ones left out. */
  saves: z.int().min(0),
  /** Net of refunds. */
  credits: z.int().min(0),
});
export type LedgerSum = z.infer<typeof ledgerSumSchema>;
