import type { DomainEvent } from '@clearcut/schemas/define-event';
import type { EventMetadata } from '@clearcut/schemas/event-metadata';

/** `<category>-<id>`; the category ends at the first dash, for example `transaction-<uuid>`. */
export type StreamName = `${string}-${string}`;

/** A place in the whole log: opaque, and ordered only within one store. */
export type Position = string;

export interface NewEvent<E extends DomainEvent = DomainEvent> {
  /** Deterministic (see `eventId`), so that every store recognises a retried append. */
  readonly id: string;
  readonly event: E;
  readonly metadata: EventMetadata;
}

export interface RecordedEvent<E extends DomainEvent = DomainEvent> extends NewEvent<E> {
  readonly stream: StreamName;
  /** From 1. */
  readonly version: number;
  readonly position: Position;
  readonly recordedAt: Date;
  /** Version of the event before it, where those between were set aside; otherwise left out, and one less than `version`. */
  readonly follows?: number;
}

export interface AppendResult {
  /** `duplicate`: an earlier try stored these very events here. A success. */
  readonly outcome: 'appended' | 'duplicate';
  readonly version: number;
}

export interface EventBatch<E extends DomainEvent = DomainEvent> {
  /** May be empty: `position` moves over filtered events, every few dozen at the latest. */
  readonly events: readonly RecordedEvent<E>[];
  /** Safe to resume after: nothing at or before it will ever appear later. */
  readonly position: Position;
  /** At the time of reading, no settled event followed. */
  readonly caughtUp: boolean;
}

export interface SubscriptionOptions<E extends DomainEvent> {
  /** Exclusive; `null` starts with the first event. */
  readonly from: Position | null;
  readonly filter?: { readonly categories: readonly string[] };
  /** Ids of events that are passed over unread. */
  readonly without?: ReadonlySet<string>;
  /** The first batch comes at once even if empty; the next is read when this resolves. */
  readonly handler: (batch: EventBatch<E>) => Promise<void>;
  readonly batchSize?: number;
}

export interface ReadAllOptions {
  /** Exclusive; `null` starts with the first event. */
  readonly from: Position | null;
  readonly filter?: { readonly categories: readonly string[] };
  /** Ids of events that are passed over unread. */
  readonly without?: ReadonlySet<string>;
  readonly batchSize?: number;
}

export interface Subscription {
  /** Rejects with the error of the handler, codec or store. Skips nothing: resume from the last checkpoint. */
  readonly finished: Promise<void>;
  stop(): Promise<void>;
}

/** Another append came first. Load, decide and try again. */
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

/** The same call may succeed later, as with an unreachable database. */
export class EventStoreUnavailableError extends Error {
  /** Recognised by `isConnectionError`. */
  readonly code = 'ECONNABORTED';

  constructor(cause: unknown) {
    super('The event store is out of reach', { cause });
    this.name = 'EventStoreUnavailableError';
  }
}

/** The position belongs to another store: reading from there would skip or repeat events. */
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
 * Guarantees, tested by `tests/src/conformance/event-store`: versions 1, 2, 3 … without gaps; `append` is atomic and
 * takes effect only at the expected version (0: a new stream); the same event ids at the same place are a `duplicate`;
 * a subscription sees every event exactly once, in order per stream, whatever transactions are open or rolled back.
 */
export interface EventStore<E extends DomainEvent = DomainEvent> {
  /**
   * @throws VersionConflictError, and when the store is unreachable an error that `isConnectionError` recognises:
   * outcome unknown
   */
  append(stream: StreamName, expectedVersion: number, events: readonly NewEvent<E>[]): Promise<AppendResult>;
  /** After `fromVersion` (0: all), oldest first; empty for a missing stream. */
  readStream(stream: StreamName, fromVersion?: number, limit?: number): Promise<RecordedEvent<E>[]>;
  subscribeAll(options: SubscriptionOptions<E>): Subscription;
  /**
   * At once, perhaps empty. When `caughtUp`, every event settled before the call is at or before `position`. @throws
   * UnreadableEventError
   */
  readAll(options: ReadAllOptions): Promise<EventBatch<E>>;
  close(): Promise<void>;
}
