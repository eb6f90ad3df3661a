/** How the stand-in for KurrentDB answers appends: as a server of its own does, and by choice of the test as one in trouble does. */
import { setTimeout as delay } from 'node:timers/promises';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import rpc from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import type { KurrentDbBehaviour } from './kurrentdb-behaviour.ts';
import type { Expected, KurrentDbLog, Proposed } from './kurrentdb-log.ts';
import { nameOf, uuidOf } from './kurrentdb-wire.ts';

export type Appending = ServerDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>;

/** The server's own setting, of which this is the default. */
const MAX_APPEND_BYTES = 1024 * 1024;
/** How long an append takes where that matters. */
const UNDER_WAY_MS = 30;
/** A server takes two to three seconds. */
const GIVES_UP_MS = 300;

/** @returns the handler of one log: appends under way are known across connections */
export function batchAppends(log: KurrentDbLog, behaviour: KurrentDbBehaviour): (call: Appending) => void {
  const underWay = new Set<string>();

  async function answerTo(options: streams.BatchAppendReq.Options, events: readonly Proposed[]) {
    const stream = nameOf(options.getStreamIdentifier());
    const expected: Expected = options.hasNoStream() ? 'no stream' : BigInt(options.getStreamPosition());
    const size = events.reduce((bytes, { data, customMetadata }) => bytes + data.length + customMetadata.length, 0);
    if (size > MAX_APPEND_BYTES) return failure('MaximumAppendSizeExceeded', tooLarge());
    if (behaviour.changesLeader) return failure('Server Is Not Ready', undefined);
    if (behaviour.leavesRepeatsUnanswered) {
      const key = [stream, expected, ...events.map(({ id }) => id)].join();
      if (underWay.has(key)) {
        await delay(GIVES_UP_MS);
        return failure('Timeout', { name: 'Timeout', message: new shared.Timeout() });
      }
      underWay.add(key);
      await delay(UNDER_WAY_MS);
      underWay.delete(key);
    }
    const result = log.append(stream, expected, events);
    return result.isRefused ? refusal(expected, result.current) : success(result.revision, result.position);
  }

  return (call) => {
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
      void answerTo(options, events).then((answer) => {
        answer.setCorrelationId(request.getCorrelationId());
        answer.setStreamIdentifier(options.getStreamIdentifier());
        return call.cancelled || call.destroyed || call.write(answer);
      });
    });
    call.on('end', () => call.end());
  };
}

function proposed(message: streams.BatchAppendReq.ProposedMessage): Proposed {
  return {
    id: uuidOf(message.getId()),
    metadata: new Map(message.getMetadataMap().getEntryList()),
    customMetadata: message.getCustomMetadata_asU8(),
    data: message.getData_asU8(),
  };
}

function success(revision: number, position: bigint): streams.BatchAppendResp {
  const at = new shared.AllStreamPosition().setCommitPosition(`${position}`).setPreparePosition(`${position}`);
  const told = new streams.BatchAppendResp.Success().setCurrentRevision(`${revision}`).setPosition(at);
  return new streams.BatchAppendResp().setSuccess(told);
}

function refusal(expected: Expected, current: number | undefined): streams.BatchAppendResp {
  const message = new shared.WrongExpectedVersion();
  if (expected === 'no stream') message.setExpectedNoStream(new empty.Empty());
  else message.setExpectedStreamPosition(`${expected}`);
  if (current === undefined) message.setCurrentNoStream(new empty.Empty());
  else message.setCurrentStreamRevision(`${current}`);
  return failure('WrongExpectedVersion', { name: 'WrongExpectedVersion', message });
}

function tooLarge(): Details {
  const message = new shared.MaximumAppendSizeExceeded().setMaxappendsize(MAX_APPEND_BYTES);
  return { name: 'MaximumAppendSizeExceeded', message };
}

interface Details {
  readonly name: string;
  readonly message: { serializeBinary(): Uint8Array };
}

function failure(text: string, details: Details | undefined): streams.BatchAppendResp {
  const packed = new any.Any();
  if (details === undefined) packed.pack(new empty.Empty().serializeBinary(), 'google.protobuf.Empty');
  else packed.pack(details.message.serializeBinary(), `event_store.client.${details.name}`);
  return new streams.BatchAppendResp().setError(new rpc.Status().setCode(9).setMessage(text).setDetails(packed));
}
