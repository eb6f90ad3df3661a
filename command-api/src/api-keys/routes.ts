import { route, type Route } from '../http/contract.ts';
import type { HttpRequest } from '../http/message.ts';
import { circumstancesOf } from '../kernel/command-context.ts';
import type { Member } from '../kernel/requester.ts';
import { apiKeyContracts as contracts } from '@clearcut/schemas/contracts/api-keys';
import { changeKey, createKey, type KeyDeps, revokeKey, rotateKey, viewsOf } from './keys.ts';
import { readLog } from './use.ts';

const by = ({ userId }: Member, request: HttpRequest) => circumstancesOf({ id: userId }, request);

interface RouteDeps extends KeyDeps {
  /** @throws CatalogueError too_many_requests */
  readonly countChange: (teamId: string) => Promise<void>;
}

export function apiKeyRoutes(deps: RouteDeps): Route[] {
  const { database } = deps;
  return [
    route(contracts.list, async ({ requester: { subject } }) => {
      return { keys: await viewsOf(database, subject.teamId) };
    }),
    route(contracts.create, async ({ body, requester: { subject }, request }) => {
      await deps.countChange(subject.teamId);
      return createKey(deps, subject, body, by(subject, request));
    }),
    route(contracts.change, async ({ params, body, requester: { subject }, request }) => {
      await deps.countChange(subject.teamId);
      return changeKey(deps, params.id, subject.teamId, body, by(subject, request));
    }),
    route(contracts.rotate, async ({ params, requester: { subject }, request }) => {
      await deps.countChange(subject.teamId);
      return rotateKey(deps, params.id, subject, by(subject, request));
    }),
    route(contracts.revoke, async ({ params, requester: { subject }, request }) =>
      revokeKey(deps, params.id, { teamId: subject.teamId, by: 'user' }, by(subject, request)),
    ),
    route(contracts.log, async ({ query, requester: { subject } }) => {
      return { requests: await readLog(database, subject.teamId, query.key) };
    }),
  ];
}
