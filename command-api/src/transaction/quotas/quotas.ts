import type { Quotas as Limits } from '@clearcut/platform/config/quotas';
import type { Database } from '@clearcut/platform/database/database';
import { isMissingTable } from '@clearcut/platform/database/missing-table';
import { usageOf, type Usage, type UsageScope } from '@clearcut/projections/transaction/queries';
import { IMAGE_RETENTION_MS } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Owner } from '@clearcut/schemas/transaction/events';
import type { LimitReached } from '@clearcut/schemas/transaction/limits';
import type { Secret } from '../../kernel/secret.ts';
import { originOf } from './origin.ts';

interface Wanted {
  readonly bytes: number;
  readonly pictures: number;
}

export interface Quotas {
  /** @throws CatalogueError storage_quota_reached, queue_quota_reached */
  refuse(owner: Owner, address: string, wanted: Wanted): Promise<void>;
  reached(owner: Owner, address: string): Promise<LimitReached[]>;
}

/** Meanwhile this process adds what it admitted. */
const FRESH_MS = 5_000;
const MAX_REMEMBERED = 1_000;
/** Seconds. */
const QUEUE_RETRY_AFTER = 10;

interface Known extends Usage {
  readonly readAt: number;
}

/** Read model: concurrent uploads may exceed a limit slightly. */
export function createQuotas({
  database,
  secret,
  limits,
}: {
  readonly database: Database;
  readonly secret: Secret;
  readonly limits: Pick<Limits, 'storedBytes' | 'waitingPictures'>;
}): Quotas {
  const known = new Map<string, Known>();

  /** Zero until the projector has created its tables: first uploads do not wait for it. */
  async function storedBy(scope: UsageScope): Promise<Usage> {
    try {
      return await usageOf(database, scope);
    } catch (error) {
      if (isMissingTable(error)) return { bytes: 0, waiting: 0, oldest: null };
      throw error;
    }
  }

  async function usageNow(scope: UsageScope, isFresh: boolean): Promise<Known> {
    const key = `${scope.kind} ${scope.id}`;
    const before = known.get(key);
    if (before !== undefined && !isFresh && performance.now() - before.readAt < FRESH_MS) return before;
    const usage = { ...(await storedBy(scope)), readAt: performance.now() };
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(key, usage);
    return usage;
  }

  const scopesOf = (owner: Owner, address: string): UsageScope[] =>
    owner.kind === 'user'
      ? [
          { kind: 'owner', id: owner.userId, isVisitor: false },
          { kind: 'team', id: owner.teamId },
        ]
      : [
          { kind: 'owner', id: owner.clientKey, isVisitor: true },
          { kind: 'address', id: originOf(secret, address) },
        ];

  async function reachedWith(scopes: readonly UsageScope[], wanted: Wanted, isFresh: boolean): Promise<LimitReached[]> {
    const reached: LimitReached[] = [];
    for (const scope of scopes) {
      const { bytes, waiting, oldest } = await usageNow(scope, isFresh);
      const { kind } = scope;
      if (wanted.bytes > 0 && bytes + wanted.bytes > limits.storedBytes[kind]) {
        const freesAt = oldest === null ? null : new Date(oldest.getTime() + IMAGE_RETENTION_MS).toISOString();
        reached.push({ limit: 'storage', scope: kind, most: limits.storedBytes[kind], freesAt });
      }
      if (wanted.pictures > 0 && waiting + wanted.pictures > limits.waitingPictures[kind]) {
        reached.push({ limit: 'queue', scope: kind, most: limits.waitingPictures[kind], freesAt: null });
      }
    }
    return reached;
  }

  return {
    async refuse(owner, address, wanted) {
      const scopes = scopesOf(owner, address);
      if ((await reachedWith(scopes, wanted, false)).length > 0) {
        // The cached sum may be too high.
        const [first] = await reachedWith(scopes, wanted, true);
        if (first !== undefined) throw refusalOf(first);
      }
      for (const scope of scopes) {
        const key = `${scope.kind} ${scope.id}`;
        const usage = known.get(key);
        if (usage === undefined) continue;
        const { bytes, waiting } = usage;
        known.set(key, { ...usage, bytes: bytes + wanted.bytes, waiting: waiting + wanted.pictures });
      }
    },
    reached: (owner, address) => reachedWith(scopesOf(owner, address), { bytes: 1, pictures: 1 }, true),
  };
}

function refusalOf({ limit, freesAt }: LimitReached): CatalogueError {
  if (limit === 'queue') return new CatalogueError('queue_quota_reached', { retryAfterSeconds: QUEUE_RETRY_AFTER });
  const seconds = freesAt === null ? undefined : Math.max(1, Math.ceil((Date.parse(freesAt) - Date.now()) / 1_000));
  return new CatalogueError('storage_quota_reached', seconds === undefined ? {} : { retryAfterSeconds: seconds });
}
