import type { DomainEvent } from '@clearcut/schemas/define-event';
import type { EventMetadata } from '@clearcut/schemas/event-metadata';

/** `<category>-<id>`; the category is what stands before the first dash, for example `transaction-<uuid>`. */
export type StreamName = `${string}-${string}`;

/** A place in the log of all events: opaque, and ordered only inside one store. */
export type Position = string;

export interface NewEvent<E extends DomainEvent = DomainEvent> {
  /** Deterministic (see `eventId`), so that a retried append is recognised on every store. */
  readonly id: string;
  readonly event: E;
  readonly metadata: EventMetadata;
}

export interface RecordedEvent<E extends DomainEvent = DomainEvent> extends NewEvent<E> {
  readonly stream: StreamName;
  /** Place in its stream; the first event has version 1. */
  readonly version: number;
  readonly position: Position;
  readonly recordedAt: Date;
  /** Version of the event before it, where those between were set aside; otherwise left out, and one less than `version`. */
  readonly follows?: number;
}

export interface AppendResult {
  /** `duplicate`: these very events were already stored at this place, by an earlier try. A success. */
  readonly outcome: 'appended' | 'duplicate';
  /** Version of the stream after these events. */
  readonly version: number;
}

/** What a subscription is given: all matching events in order, up to and including `position`. */
export interface EventBatch<E extends DomainEvent = DomainEvent> {
  /** May be empty: `position` moves on over events that the filter left out, after some dozens of them at the latest. */
  readonly events: readonly RecordedEvent<E>[];
  /** Safe to resume after: nothing at or before it will ever appear later. */
  readonly position: Position;
  /** True when, at the time of reading, nothing settled was left behind this batch. */
  readonly caughtUp: boolean;
}

export interface SubscriptionOptions<E extends DomainEvent> {
  /** Exclusive; `null` starts with the first event. */
  readonly from: Position | null;
  readonly filter?: { readonly categories: readonly string[] };
  /** Ids of events that are passed over unread. */
  readonly without?: ReadonlySet<string>;
  /** Batches come one at a time, the first at once even if it is empty; the next is read when this resolves. */
  readonly handler: (batch: EventBatch<E>) => Promise<void>;
  /** Events in one batch at most. */
  readonly batchSize?: number;
}

export interface ReadAllOptions {
  /** Exclusive; `null` starts with the first event. */
  readonly from: Position | null;
  readonly filter?: { readonly categories: readonly string[] };
  /** Ids of events that are passed over unread. */
  readonly without?: ReadonlySet<string>;
  /** Events in the batch at most. */
  readonly batchSize?: number;
}

export interface Subscription {
  /** Resolves when stopped; rejects with what the handler, the codec or the store threw. Nothing is skipped: resume from the last checkpoint. */
  readonly finished: Promise<void>;
  /** Ends a read at once. Resolves when the running handler has ended. */
  stop(): Promise<void>;
}

/** The stream was not at the expected version: another append came first. Load, decide and try again. */
export class VersionConflictError extends Error {
  readonly stream: StreamName;
  readonly expectedVersion: number;

  constructor(stream: StreamName, expectedVersion: number) {
    super(`Stream ${stream} is not at version ${expectedVersion}`);
    this.name = 'VersionConflictError';
    this.stream = stream;
    this.expectedVersion = expectedVersion;
  }
}

/** The store is away, or does not answer in time: the same call may succeed later. Callers treat it as a database out of reach. */
export class EventStoreUnavailableError extends Error {
  /** What `isConnectionError` goes by. */
  readonly code = 'ECONNABORTED';

  constructor(cause: unknown) {
    super('The event store is out of reach', { cause });
    this.name = 'EventStoreUnavailableError';
  }
}

/** The position is of another store: reading on from there would skip or repeat events. */
export class ForeignPositionError extends Error {
  constructor(position: Position) {
    super(
      `${position} is no position of this event store. Was the store changed? ` +
        `Then \`npm run operator -- move-checkpoints\` lets its subscribers go on here.`,
    );
    this.name = 'ForeignPositionError';
  }
}

/**
 * The log of everything that happened. Guarantees, held by `tests/src/conformance/event-store`:
 * events of a stream have versions 1, 2, 3 … without gaps; `append` is atomic and takes effect only at the expected
 * version (0 = the stream does not exist); the same event ids at the same place are a `duplicate`, not a second append;
 * a subscription sees every event exactly once and in order per stream, whatever transactions are open or rolled back.
 */
export interface EventStore<E extends DomainEvent = DomainEvent> {
  /** @throws VersionConflictError, and when the store is out of reach an error that `isConnectionError` knows: what came of it is unknown */
  append(stream: StreamName, expectedVersion: number, events: readonly NewEvent<E>[]): Promise<AppendResult>;
  /** Events after version `fromVersion` (0 = all), oldest first, `limit` at most; empty when there is no such stream. */
  readStream(stream: StreamName, fromVersion?: number, limit?: number): Promise<RecordedEvent<E>[]>;
  subscribeAll(options: SubscriptionOptions<E>): Subscription;
  /**
   * The next batch, at once and perhaps empty, for callers that must have seen everything up to this moment: when
   * `caughtUp`, every event settled before the call is at or before `position`. @throws UnreadableEventError
   */
  readAll(options: ReadAllOptions): Promise<EventBatch<E>>;
  close(): Promise<void>;
}
