import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { findApiKey, findApiKeyVersion, listApiKeys } from '@clearcut/projections/api-key/queries';
import type { ChangeKeyBody, CreatedKey, CreateKeyBody, KeyView } from '@clearcut/schemas/api-keys/http';
import { API_KEYS } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { CommandContext } from '../kernel/command-context.ts';
import { createTurns } from '../kernel/serialize-by-key.ts';
import { waitUntil } from '../kernel/wait-until.ts';
import { DAY_MS } from '../kernel/time.ts';
import * as decide from './domain/api-key.ts';
import type { ApiKeyHandler } from './handler.ts';
import { hintOf, makeKey } from './key.ts';
import { changeSecret, countKeys, eraseSecret, keepSecret, keysOfUser, listSecrets } from './secrets.ts';
import { useOfKeys } from './use.ts';

export interface KeyDeps {
  readonly database: Database;
  readonly keys: ApiKeyHandler;
}

export interface KeyOwner {
  readonly teamId: string;
  readonly userId: string;
}

type By = Omit<CommandContext, 'commandId'>;

/** Short, so that a halted projection does not block the caller. */
const SETTLE_MS = 2_000;
const RECHECK_MS = 20;

/**
 * Resolves once the key is usable. Stores the secret first: without events it opens nothing.
 * @throws CatalogueError too_many_api_keys
 */
export async function createKey(
  deps: KeyDeps,
  { teamId, userId }: KeyOwner,
  { label, networks, origins, ...rights }: CreateKeyBody,
  by: By,
): Promise<CreatedKey> {
  const keyId = randomUUID();
  const key = makeKey(rights.mode);
  await deps.database.transaction(async (tx) => {
    if ((await countKeys(tx, teamId)) >= API_KEYS.perTeam) throw new CatalogueError('too_many_api_keys');
    await keepSecret(tx, { keyId, teamId, userId, label, networks, origins }, key);
  });
  await handle(deps, keyId, decide.createKey({ keyId, teamId, createdBy: userId, ...rights }), by);
  return { key, id: keyId };
}

/** @throws CatalogueError api_key_not_found */
export async function changeKey(
  deps: KeyDeps,
  keyId: string,
  teamId: string,
  { label, networks, origins, scopes, limits }: ChangeKeyBody,
  by: By,
): Promise<void> {
  await handle(deps, keyId, decide.changeKey(keyId, teamId, { scopes, limits }), by);
  await changeSecret(deps.database, keyId, { label, networks, origins });
}

const inTurn = createTurns();

type Rotation = By & { readonly idempotencyKey?: string | undefined };

/**
 * Creates a key with the same rights; the old one keeps working for some days. Finishes a rotation that a crash
 * interrupted: under the lock no other is under way. A repeat replaces the secret whose answer was lost.
 * @throws CatalogueError api_key_not_found, too_many_api_keys
 */
export function rotateKey(deps: KeyDeps, keyId: string, owner: KeyOwner, by: Rotation): Promise<CreatedKey> {
  return inTurn(keyId, async () => {
    const client = await deps.database.connect();
    try {
      await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`api-key:${keyId}`]);
      return await rotateLocked(deps, keyId, owner, by);
    } finally {
      await client.end().catch(() => undefined);
    }
  });
}

async function rotateLocked(
  deps: KeyDeps,
  keyId: string,
  owner: KeyOwner,
  { idempotencyKey, ...by }: Rotation,
): Promise<CreatedKey> {
  const { database, keys } = deps;
  const facts = await findApiKey(database, keyId);
  const secrets = await listSecrets(database, owner.teamId);
  const secret = secrets.find((one) => one.keyId === keyId);
  if (facts === undefined || secret === undefined) throw new CatalogueError('api_key_not_found');
  const { label, networks, origins } = secret;
  const { state } = await keys.load(keyId);
  if (state === null) throw new CatalogueError('api_key_not_found');
  const { mode, scopes, limits, expiresAt, newKeyId: begun } = state;
  const asked =
    idempotencyKey === undefined ? randomUUID() : derivedId('rotate-api-key', keyId, owner.userId, idempotencyKey);
  if (begun === asked && secrets.some((one) => one.keyId === begun && one.lastUsedAt !== null)) {
    throw new CatalogueError('api_key_not_found');
  }
  const successor = begun === null ? null : (await keys.load(begun)).state;
  if (successor?.isRevoked === true) throw new CatalogueError('api_key_not_found');
  // Expiring keys count while they work, so a team may have twice the limit during rotation.
  if (successor === null && (await listApiKeys(database, owner.teamId)).length >= 2 * API_KEYS.perTeam) {
    throw new CatalogueError('too_many_api_keys');
  }
  const newKeyId = begun !== null && successor === null ? begun : asked;
  const oldValidUntil = new Date(by.now.getTime() + API_KEYS.overlapDays * DAY_MS).toISOString();
  // Comes first: a second rotation is refused and leaves no key behind.
  await handle(deps, keyId, decide.rotateKey(owner.teamId, { keyId, newKeyId, oldValidUntil }), by);
  const key = makeKey(mode);
  await keepSecret(database, { keyId: newKeyId, ...owner, label, networks, origins }, key, keyId);
  const rights = { mode, scopes, limits, expiresAt };
  const created = { keyId: newKeyId, teamId: owner.teamId, createdBy: owner.userId, ...rights };
  await handle(deps, newKeyId, decide.createKey(created), by);
  return { key, id: newKeyId };
}

/** No process accepts the key once this resolves. @throws CatalogueError api_key_not_found */
export async function revokeKey(
  deps: KeyDeps,
  keyId: string,
  { teamId, by: revokedBy }: { readonly teamId: string | null; readonly by: decide.RevokedBy },
  by: By,
): Promise<void> {
  await handle(deps, keyId, decide.revokeKey(teamId, { keyId, by: revokedBy }), by);
  await eraseSecret(deps.database, keyId);
}

export async function revokeKeysOf(deps: KeyDeps, userId: string, revokedBy: decide.RevokedBy, by: By): Promise<void> {
  for (const keyId of await keysOfUser(deps.database, userId)) {
    await revokeKey(deps, keyId, { teamId: null, by: revokedBy }, by).catch((error: unknown) => {
      if (!(error instanceof CatalogueError && error.code === 'api_key_not_found')) throw error;
      // The key never reached the log, so its secret opens nothing and can go too.
      return eraseSecret(deps.database, keyId);
    });
  }
}

export async function countKeysOf(database: Database, { teamId, userId }: KeyOwner): Promise<number> {
  return (await listApiKeys(database, teamId)).filter(({ createdBy }) => createdBy === userId).length;
}

export async function viewsOf(database: Database, teamId: string): Promise<KeyView[]> {
  const [facts, secrets, use] = await Promise.all([
    listApiKeys(database, teamId),
    listSecrets(database, teamId),
    useOfKeys(database, teamId),
  ]);
  const secretOf = new Map(secrets.map((secret) => [secret.keyId, secret]));
  return facts.flatMap(({ id, mode, scopes, limits, createdBy, createdAt, endsAt }) => {
    const secret = secretOf.get(id);
    if (secret === undefined) return [];
    const { label, tail, networks, origins, lastUsedAt } = secret;
    return [
      {
        id,
        label,
        hint: hintOf(mode, tail),
        mode,
        scopes: [...scopes],
        limits,
        networks: [...networks],
        origins: [...origins],
        createdBy,
        createdAt: createdAt.toISOString(),
        expiresAt: endsAt?.toISOString() ?? null,
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
        use: use.get(id) ?? [],
      },
    ];
  });
}

/** Waits until the read model shows the effect. */
async function handle({ database, keys }: KeyDeps, keyId: string, decision: decide.KeyDecision, by: By): Promise<void> {
  const { version } = await keys.handle(keyId, decision, { ...by, commandId: randomUUID() });
  await waitUntil(async () => ((await findApiKeyVersion(database, keyId)) < version ? undefined : true), {
    deadline: performance.now() + SETTLE_MS,
    pause: delay,
    recheckMs: RECHECK_MS,
  });
}
