import type { ServiceContext } from '@clearcut/platform/service';
import type { RateLimits } from '../accounts/index.ts';
import { attributionRoutes, migrateAttribution, startAttribution } from '../attribution/index.ts';
import { type Part, running } from './parts.ts';

export async function openAttribution({
  context: { config, database, eventStore, log },
  rateLimits,
}: {
  readonly context: ServiceContext;
  readonly rateLimits: RateLimits;
}): Promise<Part> {
  await migrateAttribution(database);
  const alwaysKeepsClicks = config.tags?.kind === 'gtm' && config.tags.paidTraffic === 'always';
  return {
    routes: attributionRoutes({ database, rateLimits, alwaysKeepsClicks }),
    ...running(() => startAttribution({ database, eventStore, log })),
  };
}
