import type { LedgerAuditView } from '@clearcut/schemas/credits/audit-http';
import { contentDisposition } from '../../http/headers/content-disposition.ts';
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
  reply.headers({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': contentDisposition('attachment', `clearcut-ledger-${audit.teamId}.csv`),
    'cache-control': 'no-store',
  });
  return auditCsv(audit);
}
