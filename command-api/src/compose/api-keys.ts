import type { ServiceContext } from '@clearcut/platform/service';
import {
  type ApiKeyHandler,
  apiKeyRoutes,
  countKeysOf,
  createApiKeyHandler,
  createKeyGate,
  migrateApiKeys,
  revokeKeysOf,
  startApiKeysPolicy,
  startApiKeysUpkeep,
} from '../api-keys/index.ts';
import type { KeyGate } from '../http/authenticator.ts';
import type { Route } from '../http/contract.ts';
import { type KeysOfMember, type Membership, tellOfKey } from '../accounts/index.ts';

export interface ApiKeysEdge {
  readonly routes: Route[];
  readonly gate: KeyGate;
  readonly keys: ApiKeyHandler;
  readonly ofMember: KeysOfMember;
  start(): void;
  stop(): Promise<void>;
}

export async function openApiKeys({
  context,
  membership,
}: {
  readonly context: ServiceContext;
  readonly membership: Membership;
}): Promise<ApiKeysEdge> {
  const { database, eventStore, log } = context;
  await migrateApiKeys(database);
  const deps = { database, keys: createApiKeyHandler(eventStore) };
  const running: { stop(): Promise<void> }[] = [];
  return {
    routes: apiKeyRoutes(deps),
    keys: deps.keys,
    ofMember: {
      count: (member) => countKeysOf(database, member),
      revoke: (userId, by) => revokeKeysOf(deps, userId, 'user', by),
    },
    gate: createKeyGate({ database, findMember: (ids) => membership.find(ids) }),
    start() {
      running.push(startApiKeysPolicy({ ...deps, tellOfKey, eventStore, log }), startApiKeysUpkeep({ database, log }));
    },
    async stop() {
      await Promise.all(running.map((part) => part.stop()));
    },
  };
}
