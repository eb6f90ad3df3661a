import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { EventStore, RecordedEvent, StreamName } from '@clearcut/platform/event-store/port';
import { type Bookmark, findBookmark } from '@clearcut/projections/ledger/queries';
import { type CreditPoolEvent, isCreditPoolEvent } from '@clearcut/schemas/credits/events';
import { ledgerKeyOf } from '@clearcut/schemas/credits/ledger-key';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { Circumstances } from '../kernel/command-context.ts';
import { createCommandHandler, type Handled, type Loaded } from '../kernel/command-handler.ts';
import { createTurns } from '../kernel/serialize-by-key.ts';
import { creditPoolAggregate, type CreditPoolState, emptyPool, type PoolCommand } from './domain/credit-pool.ts';

export interface CreditPool {
  /** Current, however far the read model is behind. */
  balance(teamId: string): Promise<number>;
  /** Likewise, with the part that ends with the plan. */
  contents(teamId: string): Promise<Pick<CreditPoolState, 'balance' | 'expiring'>>;
  /**
   * Idempotent: the command's id derives from its subject.
   * @throws CatalogueError no_credits, save_failed, adjustment_too_large, idempotency_key_reused; what the store throws
   */
  handle(command: PoolCommand, circumstances: Circumstances): Promise<Handled<CreditPoolState, CreditPoolEvent>>;
}

type Recorded = RecordedEvent<CreditPoolEvent>;

/** One stream per team. The cost of a command does not depend on the stream's length (see `load`). */
export function createCreditPool({
  eventStore,
  database,
}: {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly database: Database;
}): CreditPool {
  const inTurn = createTurns();

  /**
   * Only the log decides. The read model tells where to start and where the key's last event is; balance and facts come
   * from events. An inconsistent one is ignored.
   */
  async function load(teamId: string, key: string | null): Promise<Loaded<CreditPoolState>> {
    const bookmark = await findBookmark(database, teamId, key);
    const loaded = bookmark && (await loadFrom(bookmark, teamId, key));
    return loaded ?? fold({ state: emptyPool(key), version: 0 }, await read(teamId, 0));
  }

  async function loadFrom(
    { version, eventId, keyVersion }: Bookmark,
    teamId: string,
    key: string | null,
  ): Promise<Loaded<CreditPoolState> | undefined> {
    const [[marked, ...newer], [latest]] = await Promise.all([
      read(teamId, version - 1),
      keyVersion === null ? [] : read(teamId, keyVersion - 1, 1),
    ]);
    if (marked?.id !== eventId) return undefined;
    if (keyVersion !== null && (latest === undefined || ledgerKeyOf(latest.event) !== key)) return undefined;
    const { balance, expiring } = marked.event.data;
    const state = { balance, expiring, key, latest: latest?.event };
    return fold({ state, version }, newer);
  }

  async function read(teamId: string, fromVersion: number, limit?: number): Promise<Recorded[]> {
    const stream: StreamName = `creditPool-${teamId}`;
    return (await eventStore.readStream(stream, fromVersion, limit)).map((recorded) => {
      const { event } = recorded;
      if (!isCreditPoolEvent(event)) throw new Error(`${event.type} does not belong in ${stream}`);
      return { ...recorded, event };
    });
  }

  const handler = createCommandHandler({
    eventStore,
    aggregate: creditPoolAggregate,
    category: 'creditPool',
    owns: isCreditPoolEvent,
  });

  return {
    balance: async (teamId) => (await load(teamId, null)).state.balance,
    contents: async (teamId) => (await load(teamId, null)).state,
    handle({ teamId, name, key, decide }, circumstances) {
      const context = { ...circumstances, commandId: derivedId('credit-pool', teamId, name, key) };
      return inTurn(teamId, () => handler.handle(teamId, decide, context, { load: () => load(teamId, key) }));
    },
  };
}

function fold({ state, version }: Loaded<CreditPoolState>, events: readonly Recorded[]): Loaded<CreditPoolState> {
  return {
    state: events.reduce((before, { event }) => creditPoolAggregate.evolve(before, event), state),
    version: events.at(-1)?.version ?? version,
  };
}
