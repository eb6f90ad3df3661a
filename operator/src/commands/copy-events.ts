import { createHash, type Hash } from 'node:crypto';
import {
  type EventStore,
  type RecordedEvent,
  type StreamName,
  VersionConflictError,
} from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { Command } from '../command.ts';
import { batchesOf, betweenStores } from '../event-stores.ts';

/**
 * Copies a log into another store, in its order, with all ids and versions. Repeating it copies what has come since: what is there already is
 * recognised. Moments of recording are the new store's; when things happened stands in the metadata and is kept.
 */
export const copyEvents: Command = {
  call: 'copy-events [--from <url>] [--to <url>]',
  summary: 'Copy the log from one event store (postgres://… or esdb://…) into another, and compare every stream.',
  run: (_args, { signal }, options) =>
    betweenStores('copy-events', options, async (source, target) => {
      const events = await copy(source, target, signal);
      return answer(events, differences(await digests(source, signal), await digests(target, signal)));
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

async function copy(
  source: EventStore<ClearcutEvent>,
  target: EventStore<ClearcutEvent>,
  signal: AbortSignal,
): Promise<number> {
  let copied = 0;
  for await (const events of batchesOf(source, signal)) {
    for (const run of runsOf(events)) {
      copied += await append(target, run);
    }
  }
  return copied;
}

/** How many of a run were new. */
async function append(
  target: EventStore<ClearcutEvent>,
  run: readonly RecordedEvent<ClearcutEvent>[],
): Promise<number> {
  const [first, ...others] = run;
  if (first === undefined) return 0;
  const { stream, version } = first;
  try {
    const { outcome } = await target.append(stream, version - 1, run);
    return outcome === 'appended' ? run.length : 0;
  } catch (error) {
    if (!(error instanceof VersionConflictError)) throw error;
    if (others.length === 0) {
      throw new Error(`The copy has something else than version ${version} of ${stream}: copy into an empty store`, {
        cause: error,
      });
    }
    // An earlier copy may have ended within the run: what it has of it is a duplicate each for itself, and not together.
    let added = 0;
    for (const event of run) added += await append(target, [event]);
    return added;
  }
}

/** Neighbours of one stream together: one append instead of many, and the order of the log is kept. */
function runsOf(events: readonly RecordedEvent<ClearcutEvent>[]): RecordedEvent<ClearcutEvent>[][] {
  const runs: RecordedEvent<ClearcutEvent>[][] = [];
  for (const event of events) {
    const last = runs.at(-1);
    if (last?.at(-1)?.stream === event.stream) last.push(event);
    else runs.push([event]);
  }
  return runs;
}

/** What each stream says from its first event to its last. */
async function digests(store: EventStore<ClearcutEvent>, signal: AbortSignal): Promise<Map<StreamName, string>> {
  const hashes = new Map<StreamName, Hash>();
  for await (const events of batchesOf(store, signal)) {
    for (const { stream, version, id, event, metadata } of events) {
      const hash = hashes.get(stream) ?? createHash('sha256');
      hashes.set(stream, hash.update(JSON.stringify([version, id, event.type, event.data, metadata])));
    }
  }
  return new Map([...hashes].map(([stream, hash]) => [stream, hash.digest('hex')]));
}

function differences(source: Map<StreamName, string>, target: Map<StreamName, string>): StreamName[] {
  const all = new Set([...source.keys(), ...target.keys()]);
  return [...all].filter((stream) => source.get(stream) !== target.get(stream));
}
