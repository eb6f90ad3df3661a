import type { ServiceContext } from '@clearcut/platform/service';
import {
  type ApiKeyHandler,
  apiKeyRoutes,
  countKeysOf,
  createApiKeyHandler,
  createKeyGate,
  migrateApiKeys,
  revokeKeysOf,
  startApiKeys,
} from '../api-keys/index.ts';
import type { KeyGate } from '../http/authenticator.ts';
import { type KeysOfMember, type Membership, type RateLimits, notifyOfKey } from '../accounts/index.ts';
import { type Part, running } from './parts.ts';

interface ApiKeys extends Part {
  readonly gate: KeyGate;
  readonly keys: ApiKeyHandler;
  readonly ofMember: KeysOfMember;
}

export async function openApiKeys({
  context,
  membership,
  rateLimits,
}: {
  readonly context: ServiceContext;
  readonly membership: Membership;
  readonly rateLimits: RateLimits;
}): Promise<ApiKeys> {
  const { database, eventStore, log } = context;
  await migrateApiKeys(database);
  const deps = { database, keys: createApiKeyHandler(eventStore) };
  return {
    routes: apiKeyRoutes({ ...deps, countChange: (teamId) => rateLimits.countKeyChange(teamId) }),
    keys: deps.keys,
    ofMember: {
      count: (member) => countKeysOf(database, member),
      revoke: (userId, by) => revokeKeysOf(deps, userId, 'user', by),
    },
    gate: createKeyGate({ database, findMember: (ids) => membership.inLog(ids) }),
    ...running(() => startApiKeys({ ...deps, notifyOfKey, eventStore, log })),
  };
}
