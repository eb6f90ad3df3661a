import type { Database } from '@clearcut/platform/database/database';
import { route, type Route } from '../http/contract.ts';
import type { RateLimits } from '../accounts/index.ts';
import { attributionContracts as contracts } from '@clearcut/schemas/contracts/attribution';
import { keepLanding } from './landings.ts';

export interface AttributionRoutesDeps {
  readonly database: Database;
  readonly rateLimits: RateLimits;
  readonly alwaysKeepsClicks: boolean;
}

export function attributionRoutes({ database, rateLimits, alwaysKeepsClicks }: AttributionRoutesDeps): Route[] {
  return [
    route(contracts.land, async ({ body, request, reply }) => {
      await rateLimits.landed(request.ip);
      reply.header('cache-control', 'no-store');
      return keepLanding(database, body, alwaysKeepsClicks || body.consent === 'all');
    }),
  ];
}
