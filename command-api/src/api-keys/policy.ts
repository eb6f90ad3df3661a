import { startSubscriber, type Subscriber } from '@clearcut/platform/event-store/subscriber';
import type { EventStore } from '@clearcut/platform/event-store/port';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { CatalogueError } from '@clearcut/schemas/errors';
import { type Repeated, repeat } from '../kernel/repeat.ts';
import { type KeyDeps, revokeKey } from './keys.ts';
import { eraseSecret, keysOfUser } from './secrets.ts';
import { forgetOldUse } from './use.ts';

interface PolicyDeps extends KeyDeps {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly log: Logger;
}

const ACTOR = { kind: 'system', id: 'api-keys-policy' } as const;
const UPKEEP_MS = 60 * 60 * 1000;

/**
 * The keys of a member who left the team end with the membership, which the gate already looks at; here the log tells so, and what the
 * member had written is erased. It also finishes a revocation that a crash left half done.
 */
export function startApiKeysPolicy(deps: PolicyDeps): Subscriber {
  const { eventStore, database, log } = deps;
  return startSubscriber({
    name: 'api-keys-policy',
    eventStore,
    database,
    schema: 'subscriptions',
    filter: { categories: ['team', 'apiKey'] },
    log,
    handle: async (_tx, events) => {
      for (const { id, event, metadata } of events) {
        if (event.type === 'ApiKeyRevoked') await eraseSecret(database, event.data.keyId);
        if (event.type !== 'MemberRemoved') continue;
        const by = { correlationId: metadata.correlationId, causationId: id, actor: ACTOR, now: new Date() };
        for (const keyId of await keysOfUser(database, event.data.userId)) {
          await revokeKey(deps, keyId, { teamId: null, by: 'member-left' }, by).catch((error: unknown) => {
            if (!(error instanceof CatalogueError && error.code === 'api_key_not_found')) throw error;
            // A secret whose key never came into the log: nothing opens it, and it goes too.
            return eraseSecret(database, keyId);
          });
        }
      }
    },
  });
}

/** Forgets old lines of the log. */
export function startApiKeysUpkeep({ database, log }: Pick<PolicyDeps, 'database' | 'log'>): Repeated {
  return repeat({
    everyMs: UPKEEP_MS,
    round: () => forgetOldUse(database),
    onError: (error) => log.warn({ err: error }, 'the use of API keys could not be tidied up'),
  });
}
