import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { EventStore } from '@clearcut/platform/event-store/port';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import type { Tx } from '@clearcut/platform/database/database';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { type Repeated, repeat } from '../kernel/repeat.ts';
import { hintOf } from './key.ts';
import { type KeyDeps, revokeKeysOf } from './keys.ts';
import { eraseSecret, tailOfKey } from './secrets.ts';
import { forgetOldUse } from './use.ts';

type NotifyOfKey = (tx: Tx, userId: string, hint: string) => Promise<void>;

interface PolicyDeps extends KeyDeps {
  readonly notifyOfKey: NotifyOfKey;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly log: Logger;
}

const ACTOR = { kind: 'system', id: 'api-keys-policy' } as const;
const UPKEEP_INTERVAL_MS = 10 * 60 * 1000;

/**
 * Notifies the key's member. Revokes keys of former members, which the gate refuses already, and finishes interrupted
 * revocations.
 */
export function startApiKeysPolicy(deps: PolicyDeps): Subscriber {
  const { eventStore, database, log, notifyOfKey } = deps;
  return startSubscriber({
    name: 'api-keys-policy',
    eventStore,
    database,
    schema: 'subscriptions',
    filter: { categories: ['team', 'apiKey'] },
    log,
    handle: async (tx, events) => {
      for (const { id, event, metadata } of events) {
        if (event.type === 'ApiKeyCreated') {
          const { keyId, createdBy, mode } = event.data;
          await notifyOfKey(tx, createdBy, hintOf(mode, await tailOfKey(tx, keyId)));
        }
        if (event.type === 'ApiKeyRevoked') await eraseSecret(database, event.data.keyId);
        if (event.type !== 'MemberRemoved') continue;
        const by = { correlationId: metadata.correlationId, causationId: id, actor: ACTOR, now: new Date() };
        await revokeKeysOf(deps, event.data.userId, 'member-left', by);
      }
    },
  });
}

export function startApiKeysUpkeep({ database, log }: Pick<PolicyDeps, 'database' | 'log'>): Repeated {
  return repeat({
    everyMs: UPKEEP_INTERVAL_MS,
    round: () => forgetOldUse(database),
    onError: (error) => log.warn({ err: error }, 'the use of API keys could not be tidied up'),
  });
}
