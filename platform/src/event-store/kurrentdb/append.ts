import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { jsonEvent, NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client';
import type { DomainEvent } from '@clearcut/schemas/define-event';
import { checkTexts } from '../check-texts.ts';
import {
  type AppendResult,
  EventStoreUnavailableError,
  type NewEvent,
  type StreamName,
  VersionConflictError,
} from '../port.ts';
import { eventsAfter, type KurrentDb, type StoredMetadata } from './read.ts';

/** Longer than an election, shorter than people and proxies wait. */
export const APPEND_TIMEOUT_MS = 15_000;

/** A server gives up after two to three seconds. */
const TRY_LIMIT_MS = 5_000;
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 500;

/**
 * Exactly once: after each try without an answer it looks for the events, and retries while nothing is there.
 * @throws VersionConflictError, EventStoreUnavailableError
 */
export async function append<E extends DomainEvent>(
  store: KurrentDb<E>,
  stream: StreamName,
  expectedVersion: number,
  events: readonly NewEvent<E>[],
  timeoutMs: number,
): Promise<AppendResult> {
  if (events.length === 0) throw new RangeError(`There is nothing to append to ${stream}`);
  checkTexts(events);
  // Recognises an earlier try that took effect.
  const appendId = randomUUID();
  const encoded = events.map(({ id, event, metadata }) => {
    const { type, schemaVersion, data } = store.codec.encode(event);
    const beside: StoredMetadata = { schemaVersion, appendId, metadata };
    return jsonEvent({ id, type, data: data as Record<string, unknown>, metadata: { ...beside } });
  });
  const end = performance.now() + timeoutMs;
  const limit = (): number => Math.max(1, Math.min(TRY_LIMIT_MS, end - performance.now()));

  const send = (): Promise<'taken' | 'refused'> =>
    store.connection.call(async (client) => {
      const expectedRevision = expectedVersion === 0 ? NO_STREAM : BigInt(expectedVersion - 1);
      try {
        await client.appendToStream(store.nameOf(stream), encoded, { expectedRevision, requiresLeader: true });
        return 'taken';
      } catch (error) {
        if (error instanceof WrongExpectedVersionError) return 'refused';
        throw error;
      }
    }, limit());

  const lookUp = async (): Promise<AppendResult | undefined> => {
    const stored = await eventsAfter(store, stream, expectedVersion, events.length, limit());
    if (stored.length === 0) return undefined;
    if (!events.every(({ id }, index) => stored[index]?.id === id)) {
      throw new VersionConflictError(stream, expectedVersion);
    }
    const by = ((stored[0]?.metadata ?? {}) as Partial<StoredMetadata>).appendId;
    return { outcome: by === appendId ? 'appended' : 'duplicate', version: expectedVersion + events.length };
  };

  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    const sent = await unlessAway(send());
    const found = await unlessAway(lookUp());
    if (found !== undefined && !(found instanceof EventStoreUnavailableError)) return found;
    if (sent === 'refused' && found === undefined) throw new VersionConflictError(stream, expectedVersion);
    const pause = pauseMs * (0.5 + Math.random());
    if (performance.now() + pause >= end) {
      if (sent instanceof EventStoreUnavailableError) throw sent;
      throw found ?? new EventStoreUnavailableError(new Error('It does not show what it has taken'));
    }
    await delay(pause);
  }
}

function unlessAway<T>(work: Promise<T>): Promise<T | EventStoreUnavailableError> {
  return work.catch((error: unknown) => {
    if (error instanceof EventStoreUnavailableError) return error;
    throw error;
  });
}
