import { z } from 'zod';

/** A line of a pool as the log has it. */
const ledgerLineSchema = z.object({
  id: z.string(),
  version: z.int(),
  at: z.iso.datetime(),
  type: z.string(),
  /** Negative when they left the pool. */
  credits: z.int(),
  /** What the line says is left. */
  balance: z.int(),
  actorKind: z.string(),
  transactionId: z.uuid().nullable(),
  saveId: z.uuid().nullable(),
  /** SHA-256 over the chain of the line before and this line: see `chainOf`. */
  chain: z.string(),
});
export type LedgerLine = z.infer<typeof ledgerLineSchema>;

/** What is wrong with a ledger: at which line, in which way. */
const ledgerFaultSchema = z.object({
  version: z.int(),
  kind: z.enum(['version', 'balance', 'read-model', 'spend-without-save']),
});
export type LedgerFault = z.infer<typeof ledgerFaultSchema>;

/** A pool added up from the log, beside what the read model says. */
export const ledgerAuditSchema = z.object({
  teamId: z.uuid(),
  lines: z.array(ledgerLineSchema),
  /** Of the lines' credits. */
  sum: z.int(),
  /** What the read model shows; null where it has no pool. */
  shown: z.int().nullable(),
  faults: z.array(ledgerFaultSchema),
});
export type LedgerAuditView = z.infer<typeof ledgerAuditSchema>;

/** A message of the stream that tells of an audit under way. */
export interface LedgerProgress {
  /** Lines that were looked at, of `total`. */
  readonly read: number;
  readonly total: number;
  readonly faults: readonly LedgerFault[];
  /** Null until all were looked at: then this is the last message. */
  readonly result: Pick<LedgerAuditView, 'sum' | 'shown'> | null;
}
