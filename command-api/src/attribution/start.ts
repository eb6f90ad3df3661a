import type { Database } from '@clearcut/platform/database/database';
import type { EventStore } from '@clearcut/platform/event-store/port';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { repeat } from '../kernel/repeat.ts';
import { createAttributionHandler } from './handler.ts';
import { forgetLandings } from './landings.ts';
import { startAttributionPolicy } from './policy.ts';

const UPKEEP_INTERVAL_MS = 3_600_000;

export const startAttribution = (deps: {
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly log: Logger;
}) => [
  startAttributionPolicy({ ...deps, attributions: createAttributionHandler(deps.eventStore) }),
  repeat({
    everyMs: UPKEEP_INTERVAL_MS,
    round: () => forgetLandings(deps.database),
    onError: (error) => deps.log.error({ err: error }, 'old landings could not be removed'),
  }),
];
