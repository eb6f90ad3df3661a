import { type KeyDeps, revokeKey, rotateKey, viewsOf } from '../../api-keys/index.ts';
import { route, type Route } from '../../http/contract.ts';
import { idempotencyKeyOf } from '../../http/headers/idempotency.ts';
import type { HttpRequest } from '../../http/message.ts';
import { circumstancesOf } from '../../kernel/command-context.ts';
import type { Member } from '../../kernel/requester.ts';
import { keyContracts as contracts } from './contracts.ts';

const by = ({ userId }: Member, request: HttpRequest) => circumstancesOf({ id: userId }, request);

/** None of these gives a key more rights than it had. */
export function keyRoutes(deps: KeyDeps): Route[] {
  return [
    route(contracts.list, async ({ requester: { subject } }) => {
      return { keys: await viewsOf(deps.database, subject.teamId) };
    }),
    route(contracts.rotate, async ({ requester: { subject, via }, request }) => {
      const idempotencyKey = idempotencyKeyOf(request);
      return rotateKey(deps, via.keyId, subject, { ...by(subject, request), idempotencyKey });
    }),
    route(contracts.revoke, async ({ params, requester: { subject }, request }) =>
      revokeKey(deps, params.id, { teamId: subject.teamId, by: 'user' }, by(subject, request)),
    ),
  ];
}
