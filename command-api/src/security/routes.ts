import type { Database } from '@clearcut/platform/database/database';
import { listSecurityEntries, readSecurityEntries } from '@clearcut/projections/security-log/queries';
import { asCsvFile, dated } from '../http/headers/csv-file.ts';
import { route, type Route } from '../http/contract.ts';
import { pageOf } from '../http/list.ts';
import { findAccount } from '../accounts/index.ts';
import { securityContracts as contracts } from '@clearcut/schemas/contracts/security';
import { securityCsv } from './security-csv.ts';

export function securityRoutes({ database }: { readonly database: Database }): Route[] {
  return [
    route(contracts.list, async ({ query, requester, reply }) => {
      const { rows, total } = await listSecurityEntries(database, requester.subject.teamId, query);
      return pageOf(reply, 'security-log', { rows, total, offset: query.offset });
    }),
    route(contracts.export, async ({ query, requester, reply }) => {
      const account = await findAccount(database, requester.subject.userId);
      const entries = readSecurityEntries(database, requester.subject.teamId, query.filter);
      asCsvFile(reply, dated('security'));
      return securityCsv(entries, account?.language ?? 'en');
    }),
  ];
}
