import { type Checkpoint, listCheckpoints, replaceCheckpoint } from '@clearcut/platform/event-store/checkpoint';
import {
  type EventStore,
  ForeignPositionError,
  type Position,
  type RecordedEvent,
} from '@clearcut/platform/event-store/port';
import { readModels } from '@clearcut/projections/read-models';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { Command } from '../command.ts';
import { batchesOf, betweenStores } from '../event-stores.ts';

interface Move {
  readonly checkpoint: Checkpoint;
  readonly to: Position | null;
}

/** Positions belong to a store; restarting would publish everything again. */
export const moveCheckpoints: Command = {
  call: 'move-checkpoints [--from <url>] [--to <url>]',
  summary: 'After copy-events: let all that follows the log go on in the copy where it stood.',
  run: (_args, { database, signal }, options) =>
    betweenStores('move-checkpoints', options, async (source, target) => {
      const schemas = ['subscriptions', ...readModels.map(({ schema }) => schema)];
      const checkpoints = (await Promise.all(schemas.map((schema) => listCheckpoints(database, schema)))).flat();
      const following = await followers(source, checkpoints, signal);
      const moves = await inCopy(source, target, following, signal);
      // All or none: half a move looks like an omission.
      await database.transaction(async (tx) => {
        for (const { checkpoint, to } of moves) await replaceCheckpoint(tx, checkpoint, to);
      });
      return answer(checkpoints, moves);
    }),
};

function answer(checkpoints: readonly Checkpoint[], moves: readonly Move[]) {
  const moved = moves.map(({ checkpoint }) => checkpoint.name);
  const left = checkpoints.map(({ name }) => name).filter((name) => !moved.includes(name));
  const text = [
    `${moved.length} checkpoints moved${moved.length === 0 ? '' : `: ${moved.join(', ')}`}`,
    ...(left.length === 0 ? [] : [`${left.length} are not of the log at --from, and stay: ${left.join(', ')}`]),
  ].join('\n');
  return { text, json: { moved, left } };
}

/** Each checkpoint with the id of the next event; undefined at the end. */
async function followers(
  source: EventStore<ClearcutEvent>,
  checkpoints: readonly Checkpoint[],
  signal: AbortSignal,
): Promise<Map<Checkpoint, string | undefined>> {
  const found = new Map<Checkpoint, string | undefined>();
  for (const checkpoint of checkpoints) {
    try {
      const next = await eventsOf(source, signal, checkpoint.position).next();
      found.set(checkpoint, next.value?.id);
    } catch (error) {
      // Moved by an earlier call, or started on the copy.
      if (!(error instanceof ForeignPositionError)) throw error;
    }
  }
  return found;
}

/** @throws Error when the copy is not the same log */
async function inCopy(
  source: EventStore<ClearcutEvent>,
  target: EventStore<ClearcutEvent>,
  following: ReadonlyMap<Checkpoint, string | undefined>,
  signal: AbortSignal,
): Promise<Move[]> {
  const positions = new Map<string | undefined, Position | null>();
  const wanted = new Set(following.values());
  const copies = eventsOf(target, signal);
  let position: Position | null = null;
  for await (const { id, stream, version } of eventsOf(source, signal)) {
    if (wanted.has(id)) positions.set(id, position);
    const copy = await copies.next();
    if (copy.done === true || copy.value.id !== id) {
      throw new Error(`From version ${version} of ${stream} on the log at --to is no copy. Nothing was moved.`);
    }
    ({ position } = copy.value);
  }
  positions.set(undefined, position);
  return [...following].map(([checkpoint, next]) => ({ checkpoint, to: positions.get(next) ?? null }));
}

async function* eventsOf(
  store: EventStore<ClearcutEvent>,
  signal: AbortSignal,
  from: Position | null = null,
): AsyncGenerator<RecordedEvent<ClearcutEvent>, undefined> {
  for await (const events of batchesOf(store, signal, from)) yield* events;
  return undefined;
}
