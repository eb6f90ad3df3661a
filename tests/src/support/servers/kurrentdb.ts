/**
 * A stand-in for KurrentDB: its gRPC protocol over a log in memory, for what our adapter and the server's own client say to each
 * other. It shows that appends, reads, pushes, filters, refusals and lost connections are told and understood; it is no proof of
 * a server's behaviour under load, on disk or in a cluster, which is what the same suite with EVENT_STORE_URL is for.
 */
import { once } from 'node:events';
import serverFeatures from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import rpc from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import {
  type sendUnaryData,
  type ServerDuplexStream,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServerWritableStream,
} from '@grpc/grpc-js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import { type Expected, KurrentDbLog, type Proposed, type Stored } from './kurrentdb-log.ts';

export interface RunningKurrentDb {
  readonly host: string;
  readonly port: number;
  readonly url: string;
  stop(): void;
}

/** .NET's ticks of 100 ns, in which the server says when an event was stored. */
const TICKS_PER_MS = 10_000n;
const PUSHED_AT_ONCE = 100;

type Reading = ServerWritableStream<streams.ReadReq, streams.ReadResp>;
type Appending = ServerDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>;

export async function startKurrentDb(): Promise<RunningKurrentDb> {
  const log = new KurrentDbLog();
  const server = new Server();
  server.addService(ServerFeaturesService, { getSupportedMethods });
  server.addService(StreamsService, {
    read: (call: Reading) => void read(log, call).catch((error: unknown) => call.destroy(error as Error)),
    batchAppend: (call: Appending) => batchAppend(log, call),
  });
  const host = '127.0.0.1';
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`${host}:0`, ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return { host, port, url: `esdb://${host}:${port}?tls=false`, stop: () => server.forceShutdown() };
}

function getSupportedMethods(
  _call: ServerUnaryCall<shared.Empty, serverFeatures.SupportedMethods>,
  answer: sendUnaryData<serverFeatures.SupportedMethods>,
): void {
  const methods = Object.values(StreamsService).map(({ path }) => {
    const [, service = '', name = ''] = path.split('/');
    return new serverFeatures.SupportedMethod().setServiceName(service).setMethodName(name.toLowerCase());
  });
  answer(null, new serverFeatures.SupportedMethods().setEventStoreServerVersion('24.10.0').setMethodsList(methods));
}

function batchAppend(log: KurrentDbLog, call: Appending): void {
  /** Requests of several parts, until their last one. */
  const unfinished = new Map<string, { options: streams.BatchAppendReq.Options; events: Proposed[] }>();
  call.on('data', (request: streams.BatchAppendReq) => {
    const id = uuidOf(request.getCorrelationId());
    const options = request.getOptions() ?? unfinished.get(id)?.options;
    if (options === undefined) throw new Error('A batch begins with its options');
    const events = [...(unfinished.get(id)?.events ?? []), ...request.getProposedMessagesList().map(proposed)];
    unfinished.set(id, { options, events });
    if (!request.getIsFinal()) return;
    unfinished.delete(id);

    const identifier = options.getStreamIdentifier();
    const expected: Expected = options.hasNoStream() ? 'no stream' : BigInt(options.getStreamPosition());
    const result = log.append(nameOf(identifier), expected, events);
    const answer = new streams.BatchAppendResp().setCorrelationId(request.getCorrelationId());
    answer.setStreamIdentifier(identifier);
    if (result.isRefused) answer.setError(refusal(expected, result.current));
    else answer.setSuccess(success(result.revision, result.position));
    call.write(answer);
  });
  call.on('end', () => call.end());
}

function proposed(message: streams.BatchAppendReq.ProposedMessage): Proposed {
  return {
    id: uuidOf(message.getId()),
    metadata: new Map(message.getMetadataMap().getEntryList()),
    customMetadata: message.getCustomMetadata_asU8(),
    data: message.getData_asU8(),
  };
}

function success(revision: number, position: bigint): streams.BatchAppendResp.Success {
  const at = new shared.AllStreamPosition().setCommitPosition(`${position}`).setPreparePosition(`${position}`);
  return new streams.BatchAppendResp.Success().setCurrentRevision(`${revision}`).setPosition(at);
}

function refusal(expected: Expected, current: number | undefined): rpc.Status {
  const wrong = new shared.WrongExpectedVersion();
  if (expected === 'no stream') wrong.setExpectedNoStream(new empty.Empty());
  else wrong.setExpectedStreamPosition(`${expected}`);
  if (current === undefined) wrong.setCurrentNoStream(new empty.Empty());
  else wrong.setCurrentStreamRevision(`${current}`);
  const details = new any.Any();
  details.pack(wrong.serializeBinary(), 'event_store.client.WrongExpectedVersion');
  return new rpc.Status().setCode(9).setMessage('WrongExpectedVersion').setDetails(details);
}

async function read(log: KurrentDbLog, call: Reading): Promise<void> {
  const options = call.request.getOptions();
  const ofAll = options?.getAll();
  const ofStream = options?.getStream();
  if (options?.hasSubscription() && ofAll !== undefined) {
    const prefixes = options.getFilter()?.getStreamIdentifier()?.getPrefixList();
    const regex = options.getFilter()?.getStreamIdentifier()?.getRegex();
    const isWanted = (stream: string): boolean =>
      (prefixes === undefined || prefixes.length === 0 || prefixes.some((prefix) => stream.startsWith(prefix))) &&
      (regex === undefined || regex === '' || new RegExp(regex, 'u').test(stream));
    await push(log, call, ofAll.hasPosition() ? BigInt(ofAll.getPosition()?.getCommitPosition() ?? 0) : -1n, isWanted);
    return;
  }
  const count = Number(options?.getCount() ?? 0);
  if (ofAll !== undefined) {
    const from = ofAll.hasPosition() ? BigInt(ofAll.getPosition()?.getCommitPosition() ?? 0) : 0n;
    for (const event of log.readAll(from, count)) await send(call, eventResponse(event));
  } else if (ofStream !== undefined) {
    const identifier = ofStream.getStreamIdentifier();
    const events = log.readStream(nameOf(identifier), Number(ofStream.getRevision() || '0'), count);
    if (events === undefined) {
      const notFound = new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifier);
      await send(call, new streams.ReadResp().setStreamNotFound(notFound));
    }
    for (const event of events ?? []) await send(call, eventResponse(event));
  }
  call.end();
}

/** Everything after a position that the filter lets through, and then what is appended, until the caller goes. */
async function push(
  log: KurrentDbLog,
  call: Reading,
  from: bigint,
  isWanted: (stream: string) => boolean,
): Promise<void> {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(crypto.randomUUID());
  await send(call, new streams.ReadResp().setConfirmation(confirmation));
  let position = from;
  let wake: (() => void) | undefined;
  const forget = log.follow(() => wake?.());
  for (const end of ['cancelled', 'close']) call.once(end, () => wake?.());
  let isLive = false;
  while (!call.cancelled && !call.destroyed) {
    const appended = new Promise<void>((resolve) => (wake = resolve));
    const events = log.after(position, PUSHED_AT_ONCE);
    for (const event of events) {
      if (isWanted(event.stream)) await send(call, eventResponse(event));
      ({ position } = event);
    }
    if (events.length > 0) continue;
    if (!isLive) await send(call, new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()));
    isLive = true;
    await appended;
  }
  forget();
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

async function send(call: Reading, response: streams.ReadResp): Promise<void> {
  if (call.cancelled || call.destroyed) return;
  if (call.write(response)) return;
  const gone = new AbortController();
  const { signal } = gone;
  const events = ['drain', 'cancelled', 'close'].map((name) => once(call, name, { signal }).catch(() => undefined));
  await Promise.race(events);
  gone.abort();
}

function nameOf(identifier: shared.StreamIdentifier | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');
}

function uuidOf(uuid: shared.UUID | undefined): string {
  if (uuid === undefined) throw new Error('There is no id');
  if (uuid.hasString()) return uuid.getString();
  const high = BigInt.asUintN(64, BigInt(uuid.getStructured()?.getMostSignificantBits() ?? 0));
  const low = BigInt.asUintN(64, BigInt(uuid.getStructured()?.getLeastSignificantBits() ?? 0));
  const hex = high.toString(16).padStart(16, '0') + low.toString(16).padStart(16, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
