import type { Database } from '@clearcut/platform/database/database';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { listAuditEntries, readAuditEntries } from '@clearcut/projections/staff-audit/queries';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { contentDisposition } from '../http/headers/content-disposition.ts';
import { route, type Route } from '../http/contract.ts';
import { pageOf } from '../http/list.ts';
import { findAccount } from '../identity/account/accounts.ts';
import { auditCsv } from './audit/audit-csv.ts';
import { supportContracts as contracts } from './contracts.ts';
import { listFailures } from './failures/failures.ts';
import { factsOf, stateAt } from './pictures/facts.ts';
import { search } from './search/search.ts';
import type { StaffLog } from './staff-log.ts';

export interface SupportRoutesDeps {
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly staffLog: StaffLog;
}

const PRIVATE = { 'cache-control': 'no-store' } as const;

/** What staff of the installation look at and do, each with its line in the staff log. */
export function supportRoutes({ database, eventStore, staffLog }: SupportRoutesDeps): Route[] {
  return [
    route(contracts.search, async ({ body: { q }, requester, request, reply }) => {
      const answer = await search(database, q);
      await staffLog.lookedUp(answer.by, q, answer.found.length, { requester, request });
      reply.headers(PRIVATE);
      return answer;
    }),
    route(contracts.picture, async ({ params: { id }, requester, request, reply }) => {
      const facts = await factsOf(eventStore, id);
      await staffLog.looked({ action: 'open-picture', target: id }, { requester, request });
      reply.headers(PRIVATE);
      return facts;
    }),
    route(contracts.pictureState, async ({ params: { id }, query: { version }, requester, request, reply }) => {
      const state = await stateAt(eventStore, id, version);
      await staffLog.looked({ action: 'open-picture', target: id }, { requester, request });
      reply.headers(PRIVATE);
      return state;
    }),
    route(contracts.failures, async ({ reply }) => {
      const groups = await listFailures(database, new Date());
      return pageOf(reply, 'failures', { rows: groups, total: groups.length, offset: 0 });
    }),
    route(contracts.audit, async ({ query, reply }) => {
      const { rows, total } = await listAuditEntries(database, query);
      return pageOf(reply, 'audit', { rows, total, offset: query.offset });
    }),
    route(contracts.auditExport, async ({ query, requester, request, reply }) => {
      await staffLog.acted({ action: 'export-audit' }, { requester, request });
      const account = await findAccount(database, requester.subject.userId);
      const name = `clearcut-staff-${new Date().toISOString().slice(0, 10)}.csv`;
      reply.headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': contentDisposition('attachment', name),
        ...PRIVATE,
      });
      return auditCsv(readAuditEntries(database, query.filter), account?.language ?? 'en');
    }),
  ];
}
