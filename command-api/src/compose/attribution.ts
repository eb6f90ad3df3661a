import type { ServiceContext } from '@clearcut/platform/service';
import {
  attributionRoutes,
  createAttributionHandler,
  forgetLandings,
  migrateAttribution,
  startAttributionPolicy,
} from '../attribution/index.ts';
import type { Route } from '../http/contract.ts';
import { repeat } from '../kernel/repeat.ts';
import type { RateLimits } from '../accounts/index.ts';

export interface AttributionService {
  readonly routes: Route[];
  start(): void;
  stop(): Promise<void>;
}

const FORGETS_EACH_MS = 3_600_000;

export async function openAttribution({
  context: { config, database, eventStore, log },
  rateLimits,
}: {
  readonly context: ServiceContext;
  readonly rateLimits: RateLimits;
}): Promise<AttributionService> {
  await migrateAttribution(database);
  const alwaysKeepsClicks = config.tags?.kind === 'gtm' && config.tags.paidTraffic === 'always';
  const running: { stop(): Promise<void> }[] = [];
  return {
    routes: attributionRoutes({ database, rateLimits, alwaysKeepsClicks }),
    start() {
      const attributions = createAttributionHandler(eventStore);
      running.push(startAttributionPolicy({ database, eventStore, attributions, log }));
      running.push(
        repeat({
          everyMs: FORGETS_EACH_MS,
          round: () => forgetLandings(database),
          onError: (error) => log.error({ err: error }, 'old landings could not be removed'),
        }),
      );
    },
    async stop() {
      await Promise.all(running.map((part) => part.stop()));
    },
  };
}
