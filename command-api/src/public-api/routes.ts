import { route, type Route } from '../http/contract.ts';
import { removeBgRoutes, type RemoveBgDeps } from './removebg/routes.ts';
import { rembgRoutes, type RembgDeps } from './rembg/routes.ts';
import { publicApiContracts as contracts } from './contracts.ts';

/** What programs call with an API key. Promised: within v1, nothing of it is taken away. */
export function publicApiRoutes(deps: RemoveBgDeps & RembgDeps): Route[] {
  const { creditPool } = deps;
  return [
    ...removeBgRoutes(deps),
    ...rembgRoutes(deps),
    route(contracts.account, async ({ requester: { subject, via }, reply }) => {
      reply.header('cache-control', 'no-store');
      const { keyId: id, mode, scopes, limits } = via;
      const credits = await creditPool.balance(subject.teamId);
      return { teamId: subject.teamId, credits, key: { id, mode, scopes, limits } };
    }),
  ];
}
