import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { Database } from '@clearcut/platform/database/database';
import { isNotReady } from '@clearcut/platform/database/missing-table';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { type MessageBus, UnprocessableMessageError } from '@clearcut/platform/message-bus/port';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { findReplaysWithFiles } from '@clearcut/projections/replays/queries';
import { SUPPORT } from '@clearcut/schemas/constants';
import { replayPrefix } from '@clearcut/schemas/support/replay/replay';
import { REPLAY_RESULTS, type ReplayResult, replayResultSchema } from '@clearcut/schemas/support/replay/jobs';
import { repeat } from '../../kernel/repeat.ts';
import { clearReplay, recordFailure, recordStep } from '../domain/replay.ts';
import type { ReplayHandler } from './handler.ts';

const CONCURRENCY = 4;
/** With the bus's back-off, outlasts faults that are not the result's own. */
const MAX_ATTEMPTS = 20;
const INTERVAL_MS = 60_000;
const BATCH = 100;

interface Deps {
  readonly database: Database;
  readonly messageBus: MessageBus;
  readonly blobStore: BlobStore;
  readonly replays: ReplayHandler;
  readonly isGone: (transactionId: string) => Promise<boolean>;
  readonly log: Logger;
}

/** Records replay results, and deletes their files after an hour. */
export function startReplayPolicies(deps: Deps): { stop(): Promise<void> } {
  const { messageBus, log } = deps;
  const results = messageBus.consume({
    topic: REPLAY_RESULTS,
    concurrency: CONCURRENCY,
    maxAttempts: MAX_ATTEMPTS,
    handler: async ({ body }) => {
      const parsed = replayResultSchema.safeParse(body);
      if (!parsed.success) throw new UnprocessableMessageError('Not the result of a replay', { cause: parsed.error });
      await record(parsed.data, deps);
      return {};
    },
  });
  const clearing = repeat({
    everyMs: INTERVAL_MS,
    round: (signal) => clearDue(deps, new Date(), signal),
    // Retried within a minute. An unreachable or new database is expected.
    onError: (error) =>
      log[isNotReady(error) ? 'debug' : 'error']({ err: error }, 'files of replays could not be removed'),
  });
  return {
    async stop() {
      await Promise.all([results.stop(), clearing.stop()]);
    },
  };
}

async function record(result: ReplayResult, { replays, blobStore, isGone }: Deps): Promise<void> {
  const { replayId, transactionId, correlationId, kind } = result;
  const at = result.kind === 'failed' ? result.at : result.step.eventId;
  await replays.handle(replayId, result.kind === 'failed' ? recordFailure(result) : recordStep(result), {
    commandId: derivedId(replayId, at ?? 'nothing', kind),
    correlationId,
    causationId: replayId,
    actor: { kind: 'system', id: 'inference-worker' },
    now: new Date(),
  });
  // The worker may have written files after the picture was removed.
  if (await isGone(transactionId)) await blobStore.deletePrefix(replayPrefix(transactionId));
}

/** Removes what is older than an hour at `now`: files first, so that a crash in between repeats it. */
export async function clearDue(
  { database, blobStore, replays }: Pick<Deps, 'database' | 'blobStore' | 'replays'>,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(now.getTime() - SUPPORT.replayFilesMinutes * 60_000);
  for (const { id, transactionId } of await findReplaysWithFiles(database, before, BATCH)) {
    if (signal.aborted) return;
    await blobStore.deletePrefix(replayPrefix(transactionId, id));
    const commandId = derivedId('clear-replay', id);
    await replays.handle(id, clearReplay(id), {
      commandId,
      correlationId: commandId,
      causationId: id,
      actor: { kind: 'system', id: 'replay-policy' },
      now,
    });
  }
}
