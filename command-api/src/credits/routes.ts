import { type LedgerReader, listEntries, readEntries, sumDays, sumUse } from '@clearcut/projections/ledger/queries';
import { asCsvFile, dated } from '../http/headers/csv-file.ts';
import { route, type Route } from '../http/contract.ts';
import { pageOf } from '../http/list.ts';
import { findAccount } from '../accounts/index.ts';
import type { Member } from '../kernel/requester.ts';
import { auditLedger, type AuditDeps, beginAudit } from './audit/audit.ts';
import { proofReply } from './audit/audit-csv.ts';
import { progressReply } from './audit/progress.ts';
import { ledgerContracts as contracts } from '@clearcut/schemas/contracts/credits';
import { ledgerCsv, sumsCsv } from './ledger-export/ledger-csv.ts';

/** Members with billing access see all lines, but no other member's pictures. */
const readerOf = ({ teamId, userId, role }: Member): LedgerReader => ({
  teamId,
  namesOf: role === 'admin' ? null : userId,
});

export function ledgerRoutes(deps: AuditDeps): Route[] {
  const { database } = deps;
  const languageOf = async ({ userId }: Member): Promise<string> =>
    (await findAccount(database, userId))?.language ?? 'en';
  return [
    route(contracts.list, async ({ query, requester, reply }) => {
      const { rows, total } = await listEntries(database, readerOf(requester.subject), query);
      return pageOf(reply, 'credit-ledger', { rows, total, offset: query.offset });
    }),
    route(contracts.days, async ({ query, requester }) => {
      return sumDays(database, requester.subject.teamId, query);
    }),
    route(contracts.export, async ({ query, requester, reply }) => {
      const lines = readEntries(database, readerOf(requester.subject), query.filter);
      asCsvFile(reply, dated('credits'));
      return ledgerCsv(lines, await languageOf(requester.subject));
    }),
    route(contracts.sums, ({ query, requester }) => {
      return sumUse(database, requester.subject.teamId, query);
    }),
    route(contracts.exportSums, async ({ query, requester, reply }) => {
      const sums = await sumUse(database, requester.subject.teamId, query);
      asCsvFile(reply, dated(`credits-by-${query.by}`));
      return sumsCsv(sums, query.by, await languageOf(requester.subject));
    }),
    route(contracts.verification, async ({ requester, request, reply }) =>
      progressReply(await beginAudit(deps, requester.subject.teamId), request, reply),
    ),
    route(contracts.proof, async ({ requester: { subject }, reply }) =>
      proofReply(await auditLedger(deps, subject.teamId), reply),
    ),
  ];
}
