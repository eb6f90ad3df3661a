import type { LedgerAuditView } from '@clearcut/schemas/support/ledger-http';
import { csvRecord } from '../../texts/csv.ts';

/** In the words of the log, and so the same in every language: the file is read by `scripts/verify-ledger-export.mjs`, too. */
const COLUMNS = ['version', 'id', 'at', 'type', 'credits', 'balance', 'chain', 'transaction', 'save'] as const;

/** A pool's lines with their chain, as a file that can prove itself later. */
export function auditCsv({ lines }: LedgerAuditView): string {
  const records = lines.map(({ version, id, at, type, credits, balance, chain, transactionId, saveId }) =>
    csvRecord([version, id, at, type, credits, balance, chain, transactionId ?? '', saveId ?? '']),
  );
  return [csvRecord(COLUMNS), ...records].join('');
}
