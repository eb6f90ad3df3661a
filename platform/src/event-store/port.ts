import type { DomainEvent } from '@clearcut/schemas/define-event';
import type { EventMetadata } from '@clearcut/schemas/event-metadata';

/** The category ends at the first dash. */
export type StreamName = `${string}-${string}`;

/** Ordered within one store. */
export type Position = string;

export interface NewEvent<E extends DomainEvent = DomainEvent> {
  /** Deterministic (`eventId`), so that retries are recognised. */
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
  /** Set after events set aside. */
  readonly follows?: number;
}

export interface AppendResult {
  /** `duplicate`: an earlier try stored these. */
  readonly outcome: 'appended' | 'duplicate';
  readonly version: number;
}

export interface EventBatch<E extends DomainEvent = DomainEvent> {
  /** May be empty. */
  readonly events: readonly RecordedEvent<E>[];
  /** Nothing before it appears later. */
  readonly position: Position;
  readonly caughtUp: boolean;
}

export interface SubscriptionOptions<E extends DomainEvent> {
  /** Exclusive; `null`: the start. */
  readonly from: Position | null;
  readonly filter?: { readonly categories: readonly string[] };
  /** Skips these ids. */
  readonly without?: ReadonlySet<string>;
  readonly handler: (batch: EventBatch<E>) => Promise<void>;
  readonly batchSize?: number;
}

export interface ReadAllOptions {
  readonly from: Position | null;
  readonly filter?: { readonly categories: readonly string[] };
  readonly without?: ReadonlySet<string>;
  readonly batchSize?: number;
}

export interface Subscription {
  /** Rejects with any error; skips nothing. */
  readonly finished: Promise<void>;
  stop(): Promise<void>;
}

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

export class EventStoreUnavailableError extends Error {
  /** Recognised by `isConnectionError`. */
  readonly code = 'ECONNABORTED';

  constructor(cause: unknown) {
    super('The event store is out of reach', { cause });
    this.name = 'EventStoreUnavailableError';
  }
}

/** Reading would skip or repeat events. */
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
 * Proved by `tests/src/conformance/event-store`: no gaps, atomic appends at the expected version (0: new), every event
 * once and in order per stream.
 */
export interface EventStore<E extends DomainEvent = DomainEvent> {
  /** @throws VersionConflictError; outcome unknown when unreachable */
  append(stream: StreamName, expectedVersion: number, events: readonly NewEvent<E>[]): Promise<AppendResult>;
  /** Oldest first. */
  readStream(stream: StreamName, fromVersion?: number, limit?: number): Promise<RecordedEvent<E>[]>;
  subscribeAll(options: SubscriptionOptions<E>): Subscription;
  /** `caughtUp`: all settled before the call. @throws UnreadableEventError */
  readAll(options: ReadAllOptions): Promise<EventBatch<E>>;
  close(): Promise<void>;
}
