import { hash } from 'node:crypto';
import {
  type EventStore,
  type RecordedEvent,
  type StreamName,
  VersionConflictError,
} from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { Command } from '../command.ts';
import { batchesOf, betweenStores } from '../event-stores.ts';
import { Progress } from '../progress.ts';

/** KurrentDB refuses appends over 1 MiB and counts more than we do. */
const PIECE_BYTES = 256 * 1024;
const PIECE_EVENTS = 100;

/** In order, with ids and versions. A repeat copies what came since. Recording times are the new store's. */
export const copyEvents: Command = {
  call: 'copy-events [--from <url>] [--to <url>]',
  summary: 'Copy the log from one event store (postgres://… or esdb://…) into another, and compare every stream.',
  run: (_args, { signal }, options) =>
    betweenStores('copy-events', options, async (source, target) => {
      const original = await readThrough(source, 'looked through', signal);
      const count = await copy(source, target, original.events, signal);
      const result = await readThrough(target, 'compared', signal, original.events);
      return answer(count, differences(original.digests, result.digests));
    }),
};

function answer(events: number, wrong: readonly StreamName[]) {
  const copied = `${events} events copied`;
  const text =
    wrong.length === 0
      ? `${copied}; every stream is the same on both sides`
      : `${copied}; ${wrong.length} streams differ: ${wrong.slice(0, 10).join(', ')}`;
  return { text, json: { events, differing: wrong }, isBad: wrong.length > 0 };
}

/** Copies the first `total` events; later ones wait for the next copy. @returns the number of new events */
async function copy(
  source: EventStore<ClearcutEvent>,
  target: EventStore<ClearcutEvent>,
  total: number,
  signal: AbortSignal,
): Promise<number> {
  using progress = new Progress('copied', total);
  let seen = 0;
  let copied = 0;
  for await (const batch of batchesOf(source, signal)) {
    for (const piece of piecesOf(batch.slice(0, total - seen))) {
      copied += await append(target, piece);
      progress.add(piece.length);
    }
    seen += batch.length;
    if (seen >= total) break;
  }
  return copied;
}

async function append(
  target: EventStore<ClearcutEvent>,
  piece: readonly RecordedEvent<ClearcutEvent>[],
): Promise<number> {
  const [first, ...others] = piece;
  if (first === undefined) return 0;
  const { stream, version } = first;
  try {
    const { outcome } = await target.append(stream, version - 1, piece);
    return outcome === 'appended' ? piece.length : 0;
  } catch (error) {
    if (!(error instanceof VersionConflictError)) throw error;
    if (others.length === 0) {
      throw new Error(`The copy has something else than version ${version} of ${stream}: copy into an empty store`, {
        cause: error,
      });
    }
    // After an earlier copy, single events may be duplicates while the piece is not.
    let added = 0;
    for (const event of piece) added += await append(target, [event]);
    return added;
  }
}

/** Joins neighbours of one stream, up to a size, keeping log order. */
function* piecesOf(events: readonly RecordedEvent<ClearcutEvent>[]): Generator<RecordedEvent<ClearcutEvent>[]> {
  let piece: RecordedEvent<ClearcutEvent>[] = [];
  let bytes = 0;
  for (const event of events) {
    const size = Buffer.byteLength(JSON.stringify([event.event.data, event.metadata]));
    const fitsPiece =
      piece.at(-1)?.stream === event.stream && piece.length < PIECE_EVENTS && bytes + size <= PIECE_BYTES;
    if (!fitsPiece && piece.length > 0) {
      yield piece;
      [piece, bytes] = [[], 0];
    }
    piece.push(event);
    bytes += size;
  }
  if (piece.length > 0) yield piece;
}

interface Contents {
  readonly events: number;
  /** Digest of each stream. */
  readonly digests: ReadonlyMap<StreamName, string>;
}

async function readThrough(
  store: EventStore<ClearcutEvent>,
  done: string,
  signal: AbortSignal,
  total?: number,
): Promise<Contents> {
  using progress = new Progress(done, total);
  const digests = new Map<StreamName, string>();
  let events = 0;
  for await (const batch of batchesOf(store, signal)) {
    for (const { stream, version, id, event, metadata } of batch) {
      const said = JSON.stringify([digests.get(stream), version, id, event.type, event.data, metadata]);
      digests.set(stream, hash('sha256', said, 'base64'));
    }
    events += batch.length;
    progress.add(batch.length);
  }
  return { events, digests };
}

function differences(source: Contents['digests'], target: Contents['digests']): StreamName[] {
  const all = new Set([...source.keys(), ...target.keys()]);
  return [...all].filter((stream) => source.get(stream) !== target.get(stream));
}
