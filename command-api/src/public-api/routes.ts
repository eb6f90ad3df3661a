import type { CreditPool } from '../credits/handler.ts';
import { route, type Route } from '../http/contract.ts';
import { publicApiContracts as contracts } from './contracts.ts';

interface PublicApiParts {
  readonly creditPool: CreditPool;
}

/** What programs call with an API key. Promised: within v1, nothing of it is taken away. */
export function publicApiRoutes({ creditPool }: PublicApiParts): Route[] {
  return [
    route(contracts.account, async ({ requester: { subject, via }, reply }) => {
      reply.header('cache-control', 'no-store');
      const { keyId: id, mode, scopes, limits } = via;
      const credits = await creditPool.balance(subject.teamId);
      return { teamId: subject.teamId, credits, key: { id, mode, scopes, limits } };
    }),
  ];
}
