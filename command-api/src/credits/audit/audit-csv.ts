import type { LedgerAuditView } from '@clearcut/schemas/credits/audit-http';
import { asCsvFile } from '../../http/headers/csv-file.ts';
import type { HttpReply } from '../../http/message.ts';
import { csvRecord } from '../../texts/csv.ts';

/** Not translated: `client/public/verify-ledger.mjs` reads the file too. */
const COLUMNS = ['version', 'id', 'at', 'type', 'credits', 'balance', 'chain', 'transaction', 'save'] as const;

function auditCsv({ lines }: LedgerAuditView): string {
  const records = lines.map(({ version, id, at, type, credits, balance, chain, transactionId, saveId }) =>
    csvRecord([version, id, at, type, credits, balance, chain, transactionId ?? '', saveId ?? '']),
  );
  return [csvRecord(COLUMNS), ...records].join('');
}

export function proofReply(audit: LedgerAuditView, reply: HttpReply): string {
  asCsvFile(reply, `ledger-${audit.teamId}`);
  return auditCsv(audit);
}
