import type { KeyDeps } from '../api-keys/index.ts';
import { route, type Route } from '../http/contract.ts';
import type { Dialects } from '../http/errors.ts';
import { batchRoutes } from './batches/routes.ts';
import { accountContracts as contracts } from './contracts.ts';
import { keyRoutes } from './keys/routes.ts';
import type { PicturesDeps } from './pictures/dependencies.ts';
import { pictureRoutes } from './pictures/routes.ts';
import { photoroomErrors } from './photoroom/errors.ts';
import { photoroomRoutes } from './photoroom/routes.ts';
import { removeBgErrors } from './removebg/errors.ts';
import { removeBgRoutes, type RemoveBgDeps } from './removebg/routes.ts';
import { rembgErrors } from './rembg/errors.ts';
import { rembgRoutes, type RembgDeps } from './rembg/routes.ts';

export const DIALECTS: Dialects = [
  { prefix: '/v1.0', form: removeBgErrors },
  { prefix: '/api/remove', form: rembgErrors },
  { prefix: '/v1/segment', form: photoroomErrors },
];

/** Public API: within v1 nothing is removed. */
export function publicApiRoutes(deps: RemoveBgDeps & RembgDeps & PicturesDeps & KeyDeps): Route[] {
  return [
    ...removeBgRoutes(deps),
    ...rembgRoutes(deps),
    ...photoroomRoutes(deps),
    ...pictureRoutes(deps),
    ...batchRoutes(deps),
    ...keyRoutes(deps),
    accountRoute(deps),
  ];
}

function accountRoute({ creditPool, requestWebhooks }: PicturesDeps): Route {
  return route(contracts.account, async ({ requester: { subject, via } }) => {
    const { keyId: id, mode, scopes, limits } = via;
    const { balance: credits, expiring } = await creditPool.contents(subject.teamId);
    return {
      teamId: subject.teamId,
      credits,
      creditsWithoutPlan: credits - expiring,
      key: { id, mode, scopes, limits, webhookSecret: requestWebhooks.secretOf(id) },
    };
  });
}
