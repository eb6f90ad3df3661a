import { z } from 'zod';
import { actorSchema } from '../event-metadata.ts';
import { LEDGER_DESCRIPTION_TYPES } from './description.ts';

const ledgerLineSchema = z.object({
  id: z.string(),
  version: z.int(),
  at: z.iso.datetime(),
  type: z.string(),
  /** As the team reads it. */
  description: z.enum(LEDGER_DESCRIPTION_TYPES),
  /** Negative: left the pool. */
  credits: z.int(),
  balance: z.int(),
  actorKind: z.enum(actorSchema.options.map(({ shape }) => shape.kind.value)),
  actorId: z.string(),
  /** Invoice, operator's key, or staff's reason. */
  cause: z.string().nullable(),
  transactionId: z.uuid().nullable(),
  saveId: z.uuid().nullable(),
  /** SHA-256 chain: see `chainOf`. */
  chain: z.string(),
});
export type LedgerLine = z.infer<typeof ledgerLineSchema>;

const ledgerFaultSchema = z.object({
  version: z.int(),
  kind: z.enum(['version', 'balance', 'read-model', 'spend-without-save']),
});
export type LedgerFault = z.infer<typeof ledgerFaultSchema>;

/** A pool summed from the log, beside the read model. */
export const ledgerAuditSchema = z.object({
  teamId: z.uuid(),
  lines: z.array(ledgerLineSchema),
  sum: z.int(),
  /** From the read model at the last line; null before it has that line. */
  shown: z.int().nullable(),
  faults: z.array(ledgerFaultSchema),
});
export type LedgerAuditView = z.infer<typeof ledgerAuditSchema>;

/** Progress message of a running audit. */
export interface LedgerProgress {
  readonly read: number;
  readonly total: number;
  readonly faults: readonly LedgerFault[];
  /** Set in the last message. */
  readonly result: Pick<LedgerAuditView, 'sum' | 'shown'> | null;
}
