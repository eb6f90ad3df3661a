/** Appends of the KurrentDB stand-in: like a single server, or optionally like one in trouble. */
import { setTimeout as delay } from 'node:timers/promises';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { sendUnaryData, ServerReadableStream } from '@grpc/grpc-js';
import type { KurrentDbBehaviour } from './behaviour.ts';
import type { Expected, KurrentDbLog, Proposed } from './log.ts';
import { notReady, tooLarge, timedOut, nameOf, uuidOf } from './wire.ts';

export type Appending = ServerReadableStream<streams.AppendReq, streams.AppendResp>;

/** Default of the server's own setting. */
const MAX_APPEND_BYTES = 1024 * 1024;
/** Duration of an append where it matters. */
const UNDER_WAY_MS = 30;
/** A real server takes two to three seconds. */
const GIVES_UP_MS = 300;

/** @returns the handler of one log: pending appends are shared across connections */
export function appendsTo(
  log: KurrentDbLog,
  behaviour: KurrentDbBehaviour,
): (call: Appending, answer: sendUnaryData<streams.AppendResp>) => void {
  const underWay = new Set<string>();

  async function answerTo(options: streams.AppendReq.Options, events: readonly Proposed[]) {
    const stream = nameOf(options.getStreamIdentifier());
    const expected: Expected = options.hasNoStream() ? 'no stream' : BigInt(options.getRevision());
    const size = events.reduce((bytes, { data, customMetadata }) => bytes + data.length + customMetadata.length, 0);
    if (size > MAX_APPEND_BYTES) throw tooLarge(MAX_APPEND_BYTES);
    if (behaviour.changesLeader) throw notReady();
    if (behaviour.takesMs > 0) await delay(behaviour.takesMs);
    if (behaviour.leavesRepeatsUnanswered) {
      const key = [stream, expected, ...events.map(({ id }) => id)].join();
      if (underWay.has(key)) {
        await delay(GIVES_UP_MS);
        throw timedOut();
      }
      underWay.add(key);
      await delay(UNDER_WAY_MS);
      underWay.delete(key);
    }
    const result = log.append(stream, expected, events);
    return result.isRefused ? refusal(expected, result.current) : success(result.revision, result.position);
  }

  return (call, answer) => {
    let options: streams.AppendReq.Options | undefined;
    const events: Proposed[] = [];
    call.on('data', (request: streams.AppendReq) => {
      options ??= request.getOptions();
      const message = request.getProposedMessage();
      if (message !== undefined) events.push(proposed(message));
    });
    call.on('end', () => {
      // A caller that left midway has not sent the rest.
      if (call.cancelled || options === undefined) return;
      void answerTo(options, events).then(
        (response) => answer(null, response),
        (error: unknown) => answer(error as Error),
      );
    });
  };
}

function proposed(message: streams.AppendReq.ProposedMessage): Proposed {
  return {
    id: uuidOf(message.getId()),
    metadata: new Map(message.getMetadataMap().getEntryList()),
    customMetadata: message.getCustomMetadata_asU8(),
    data: message.getData_asU8(),
  };
}

function success(revision: number, position: bigint): streams.AppendResp {
  const at = new streams.AppendResp.Position().setCommitPosition(`${position}`).setPreparePosition(`${position}`);
  const accepted = new streams.AppendResp.Success().setCurrentRevision(`${revision}`).setPosition(at);
  return new streams.AppendResp().setSuccess(accepted);
}

function refusal(expected: Expected, current: number | undefined): streams.AppendResp {
  const refused = new streams.AppendResp.WrongExpectedVersion();
  if (expected === 'no stream') refused.setExpectedNoStream(new shared.Empty());
  else refused.setExpectedRevision(`${expected}`);
  if (current === undefined) refused.setCurrentNoStream(new shared.Empty());
  else refused.setCurrentRevision(`${current}`);
  return new streams.AppendResp().setWrongExpectedVersion(refused);
}
