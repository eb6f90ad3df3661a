import type { Database } from '@clearcut/platform/database/database';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { endReservation, leftReservations, releaseCredits } from '../../api-keys/index.ts';
import { type Repeated, repeat } from '../../kernel/repeat.ts';
import { findSpend } from '../../credits/index.ts';

const UPKEEP_INTERVAL_MS = 30_000;

/** Refunds in an older log precede this policy: their requests released them. */
const FRESH_MS = 24 * 60 * 60 * 1000;

interface Deps {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly database: Database;
  readonly log: Logger;
}

/** Releases credits of refunded saves, also after their request ended. */
export function startAllowancePolicy(deps: Deps): Subscriber {
  return startSubscriber({
    ...deps,
    name: 'api-key-allowance-policy',
    schema: 'subscriptions',
    filter: { categories: ['creditPool'] },
    types: ['CreditsRefunded'],
    handle: async (tx, events) => {
      for (const { event, recordedAt } of events) {
        if (Date.now() - recordedAt.getTime() > FRESH_MS) continue;
        const { teamId, saveId, credits } = event.data;
        const { actor, occurredAt } = (await findSpend(deps, teamId, saveId))?.metadata ?? {};
        if (actor?.kind !== 'user' || actor.keyId === undefined || occurredAt === undefined) continue;
        await releaseCredits(tx, actor.keyId, credits, occurredAt.slice(0, 10));
      }
    },
  });
}

/** Ends reservations whose process was killed, by what the ledger says. */
export function startAllowanceUpkeep(deps: Deps): Repeated {
  const { database, log } = deps;
  return repeat({
    everyMs: UPKEEP_INTERVAL_MS,
    async round() {
      for (const { id, teamId, saveId, requestId, credits } of await leftReservations(database)) {
        const spend = await findSpend(deps, teamId, saveId);
        await endReservation(database, id, spend?.metadata.correlationId === requestId ? credits : 0);
      }
    },
    onError: (error) => log.warn({ err: error }, 'reserved credits of API keys could not be tidied up'),
  });
}
