/** Reads and subscriptions of the KurrentDB stand-in. */
import { once } from 'node:events';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type { KurrentDbBehaviour } from './behaviour.ts';
import type { KurrentDbLog, Stored } from './log.ts';
import { nameOf, TICKS_PER_MS } from './wire.ts';

export type Reading = ServerWritableStream<streams.ReadReq, streams.ReadResp>;

const { BACKWARDS } = streams.ReadReq.Options.ReadDirection;
/** Events that the server scans at a time where a subscription does not say. */
const SEARCH_WINDOW = 32;

export async function read(log: KurrentDbLog, behaviour: KurrentDbBehaviour, call: Reading): Promise<void> {
  const options = call.request.getOptions();
  const ofAll = options?.getAll();
  const ofStream = options?.getStream();
  const position = ofAll?.hasPosition() ? BigInt(ofAll.getPosition()?.getCommitPosition() ?? 0) : undefined;
  if (options?.hasSubscription() && ofAll !== undefined) {
    await push(log, behaviour, call, position ?? -1n, filterOf(options.getFilter()));
    return;
  }
  const count = Number(options?.getCount() ?? 0);
  if (ofAll !== undefined) {
    const isBackwards = options?.getReadDirection() === BACKWARDS;
    const events = isBackwards ? log.readLast(count) : log.readAll(position ?? 0n, count);
    for (const event of events) await sendEvent(log, call, event);
  } else if (ofStream !== undefined) {
    const identifier = ofStream.getStreamIdentifier();
    const events = log.readStream(nameOf(identifier), Number(ofStream.getRevision() || '0'), count);
    if (events === undefined) {
      const notFound = new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifier);
      await send(call, new streams.ReadResp().setStreamNotFound(notFound));
    }
    for (const event of events ?? []) await sendEvent(log, call, event);
  }
  call.end();
}

interface Filter {
  readonly isWanted: (event: Stored) => boolean;
  /** Events scanned between two checkpoints. Undefined: a subscription without a filter has none. */
  readonly checkpointEvery: number | undefined;
  readonly window: number;
}

function filterOf(filter: streams.ReadReq.Options.FilterOptions | undefined): Filter {
  const byStream = filter?.getStreamIdentifier();
  const byType = filter?.getEventType();
  const prefixes = (byStream ?? byType)?.getPrefixList() ?? [];
  const regex = (byStream ?? byType)?.getRegex() ?? '';
  const window = filter?.hasMax() ? filter.getMax() : SEARCH_WINDOW;
  return {
    window,
    checkpointEvery: filter && window * filter.getCheckpointintervalmultiplier(),
    isWanted: (event) => {
      const name = byType === undefined ? event.stream : (event.metadata.get('type') ?? '');
      return (
        (prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix))) &&
        (regex === '' || new RegExp(regex, 'u').test(name))
      );
    },
  };
}

/** Everything after a position that passes the filter, then new appends, until the caller leaves. */
async function push(
  log: KurrentDbLog,
  behaviour: KurrentDbBehaviour,
  call: Reading,
  from: bigint,
  filter: Filter,
): Promise<void> {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(crypto.randomUUID());
  await send(call, new streams.ReadResp().setConfirmation(confirmation));
  let position = from;
  let sinceCheckpoint = 0;
  let wake: (() => void) | undefined;
  const forget = log.follow(() => wake?.());
  for (const end of ['cancelled', 'close']) call.once(end, () => wake?.());
  let isLive = false;
  while (!call.cancelled && !call.destroyed) {
    const appended = new Promise<void>((resolve) => (wake = resolve));
    const events = behaviour.pushesNothing ? [] : log.after(position, filter.window);
    for (const event of events) {
      if (filter.isWanted(event)) await sendEvent(log, call, event);
      ({ position } = event);
      sinceCheckpoint += 1;
      if (filter.checkpointEvery !== undefined && sinceCheckpoint >= filter.checkpointEvery) {
        sinceCheckpoint = 0;
        await send(call, checkpoint(position));
      }
    }
    if (events.length > 0) {
      // Yields to others while reading a long log, like a server with many threads.
      await new Promise((resolve) => setImmediate(resolve));
      continue;
    }
    if (!isLive) await send(call, new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()));
    isLive = true;
    await appended;
  }
  forget();
}

function checkpoint(position: bigint): streams.ReadResp {
  const at = new streams.ReadResp.Checkpoint().setCommitPosition(`${position}`).setPreparePosition(`${position}`);
  return new streams.ReadResp().setCheckpoint(at);
}

function eventResponse(event: Stored): streams.ReadResp {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(event.stream)))
    .setStreamRevision(`${event.revision}`)
    .setCommitPosition(`${event.position}`)
    .setPreparePosition(`${event.position}`)
    .setCustomMetadata(event.customMetadata)
    .setData(event.data);
  for (const [name, value] of event.metadata) recorded.getMetadataMap().set(name, value);
  recorded.getMetadataMap().set('created', `${BigInt(event.created.getTime()) * TICKS_PER_MS}`);
  return new streams.ReadResp().setEvent(
    new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(`${event.position}`),
  );
}

async function sendEvent(log: KurrentDbLog, call: Reading, event: Stored): Promise<void> {
  log.eventsSent += 1;
  await send(call, eventResponse(event));
}

async function send(call: Reading, response: streams.ReadResp): Promise<void> {
  if (call.cancelled || call.destroyed) return;
  if (call.write(response)) return;
  const gone = new AbortController();
  const { signal } = gone;
  const events = ['drain', 'cancelled', 'close'].map((name) => once(call, name, { signal }).catch(() => undefined));
  await Promise.race(events);
  gone.abort();
}
