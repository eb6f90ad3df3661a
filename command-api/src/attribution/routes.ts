import type { Database } from '@clearcut/platform/database/database';
import { route, type Route } from '../http/contract.ts';
import type { RateLimits } from '../accounts/index.ts';
import { attributionContracts as contracts } from '@clearcut/schemas/contracts/attribution';
import { addClicks, keepLanding } from './landings.ts';

export interface AttributionRoutesDeps {
  readonly database: Database;
  readonly rateLimits: RateLimits;
  readonly alwaysKeepsClicks: boolean;
}

export function attributionRoutes({ database, rateLimits, alwaysKeepsClicks }: AttributionRoutesDeps): Route[] {
  return [
    route(contracts.land, async ({ body, request }) => {
      await rateLimits.countLanding(request.ip);
      const keepsClicks = alwaysKeepsClicks || body.consent === 'all';
      const { visitor_id } = body;
      if (visitor_id !== undefined && keepsClicks) {
        const source = await addClicks(database, visitor_id, body.landing_page_url);
        if (source !== undefined) return { visitor_id, source };
      }
      return keepLanding(database, body, keepsClicks);
    }),
  ];
}
