import type { Database } from '@clearcut/platform/database/database';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { readRebuilds, requestRebuild } from '@clearcut/platform/event-store/rebuild-requests';
import { dayFigures } from '@clearcut/projections/figures/queries';
import { countSignUps } from '@clearcut/projections/sign-ups/queries';
import { listAuditEntries, readAuditEntries } from '@clearcut/projections/staff-audit/queries';
import { findForks } from '@clearcut/projections/transaction/queries';
import { findTeamVersion } from '@clearcut/projections/team/queries';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { asCsvFile, dated } from '../http/headers/csv-file.ts';
import { route, type Route } from '../http/contract.ts';
import { pageOf } from '../http/list.ts';
import { auditLedger, beginAudit, progressReply, proofReply } from '../credits/index.ts';
import { findAccount } from '../accounts/index.ts';
import { DAY_MS } from '../kernel/time.ts';
import { holdUntilOf } from './domain/access.ts';
import type { AccessHandler } from './access/handler.ts';
import { auditCsv as staffLogCsv } from './audit/audit-csv.ts';
import { supportContracts as contracts } from '@clearcut/schemas/contracts/support/console';
import { ignoreFailure, listCases, listFailures } from './failures/failures.ts';
import { factsOf, stateAt } from './pictures/facts.ts';
import { search } from './search/search.ts';
import type { StaffLog } from './staff-log.ts';
import { listDeadLetters, redriveLetters } from './work/dead-letters.ts';
import { workHistory } from './work/samples.ts';
import { readWork } from './work/work.ts';

export interface SupportRoutesDeps {
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly messageBus: MessageBus;
  readonly staffLog: StaffLog;
  readonly access: AccessHandler;
}

export function supportRoutes(deps: SupportRoutesDeps): Route[] {
  const { database, eventStore, staffLog, access } = deps;

  async function demandTeam(id: string): Promise<void> {
    if ((await findTeamVersion(database, id)) === 0) throw new CatalogueError('team_not_found');
  }

  return [
    route(contracts.search, async ({ body: { q }, requester, request }) => {
      const answer = await search(database, q);
      await staffLog.lookedUp(answer.by, q, answer.found.length, { requester, request });
      return answer;
    }),
    route(contracts.picture, async ({ params: { id }, requester, request }) => {
      const { state } = await access.load(id);
      const forks = await findForks(database, id);
      const facts = await factsOf(eventStore, id, { holdUntil: holdUntilOf(state), forks });
      const { teamId } = facts.owner;
      await staffLog.looked({ action: 'open-picture', target: id, ownerTeamId: teamId }, { requester, request });
      return facts;
    }),
    route(contracts.pictureState, async ({ params: { id }, query: { version } }) => {
      const state = await stateAt(eventStore, id, version);
      return state;
    }),
    route(contracts.failures, async ({ reply }) => {
      const groups = await listFailures(database, new Date());
      return pageOf(reply, 'failures', { rows: groups, total: groups.length, offset: 0 });
    }),
    route(contracts.failureCases, async ({ query: { group } }) => {
      return listCases(database, group);
    }),
    route(contracts.ignoreFailure, async ({ body: { group, isIgnored }, requester, request }) => {
      await staffLog.acted({ action: 'ignore-failure', target: group }, { requester, request });
      await ignoreFailure(database, group, isIgnored);
    }),
    route(contracts.signUps, async ({ query: { days } }) => {
      return countSignUps(database, new Date(Date.now() - days * DAY_MS));
    }),
    route(contracts.work, async () => {
      return readWork(deps);
    }),
    route(contracts.workHistory, async ({ query: { hours } }) => {
      return workHistory(database, hours, new Date());
    }),
    route(contracts.figures, async ({ query: { days } }) => {
      return dayFigures(database, new Date(Date.now() - days * DAY_MS));
    }),
    route(contracts.rebuild, async ({ params: { name }, body: { typed, reason }, requester, request }) => {
      if (typed !== name) {
        throw new CatalogueError('validation_failed', {
          validationErrors: { typed: 'Type the name of the read model' },
        });
      }
      const isKnown = (await readRebuilds(database)).some((one) => one.name === name);
      if (!isKnown) throw new CatalogueError('read_model_not_found');
      await staffLog.acted({ action: 'rebuild', target: name, reason }, { requester, request });
      await requestRebuild(database, name);
    }),
    route(contracts.deadLetters, async ({ reply }) => {
      const letters = await listDeadLetters(deps);
      return pageOf(reply, 'dead-letters', { rows: letters, total: letters.length, offset: 0 });
    }),
    route(contracts.redrive, ({ body, requester, request }) => redriveLetters(deps, body, { requester, request })),
    route(contracts.ledger, async ({ params: { id }, requester, request }) => {
      await demandTeam(id);
      const audit = await auditLedger(deps, id);
      await staffLog.looked({ action: 'open-ledger', target: id, ownerTeamId: id }, { requester, request });
      return audit;
    }),
    route(contracts.ledgerExport, async ({ params: { id }, requester, request, reply }) => {
      await demandTeam(id);
      const audit = await auditLedger(deps, id);
      await staffLog.acted({ action: 'export-ledger', target: id, ownerTeamId: id }, { requester, request });
      return proofReply(audit, reply);
    }),
    route(contracts.ledgerVerification, async ({ params: { id }, requester, request, reply }) => {
      await demandTeam(id);
      const audit = await beginAudit(deps, id);
      await staffLog.looked({ action: 'verify-ledger', target: id, ownerTeamId: id }, { requester, request });
      return progressReply(audit, request, reply);
    }),
    route(contracts.audit, async ({ query, reply }) => {
      const { rows, total } = await listAuditEntries(database, query);
      return pageOf(reply, 'audit', { rows, total, offset: query.offset });
    }),
    route(contracts.auditExport, async ({ query, requester, request, reply }) => {
      await staffLog.acted({ action: 'export-audit' }, { requester, request });
      const account = await findAccount(database, requester.subject.userId);
      asCsvFile(reply, dated('staff'));
      return staffLogCsv(readAuditEntries(database, query.filter), account?.language ?? 'en');
    }),
  ];
}
