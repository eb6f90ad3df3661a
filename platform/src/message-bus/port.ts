export interface OutgoingMessage {
  /** Deterministic: republishing an id is a no-op for at least a day. */
  readonly id: string;
  readonly body: unknown;
  /** Lower first, across groups. Default 0. */
  readonly priority?: number;
  /**
   * Groups of one priority take turns, so that none waits for another's backlog; messages without a group come first.
   * Kafka serves a bulk backlog that it keeps in order of arrival.
   */
  readonly group?: string;
  /** Parent span, passed on to the delivery. */
  readonly traceparent?: string | undefined;
}

export interface Delivery {
  readonly id: string;
  readonly body: unknown;
  /** 1 on the first try. */
  readonly attempt: number;
  readonly traceparent: string | undefined;
  /**
   * Aborted when the lease is lost: the work takes no effect. Also when the consumer stops and this handler exceeds the
   * grace period: if it then throws, the message goes back without counting the try.
   */
  readonly signal: AbortSignal;
  /** @throws LeaseLostError */
  readonly publish: (topic: string, messages: readonly OutgoingMessage[]) => Promise<void>;
}

/** Atomic with the acknowledgement where the adapter can; otherwise just before it. */
export type Outcome = {
  readonly publish?: readonly { readonly topic: string; readonly messages: readonly OutgoingMessage[] }[];
};

export interface ConsumerOptions {
  readonly topic: string;
  readonly concurrency: number;
  readonly maxAttempts: number;
  /**
   * Handles a retried message alone: it may have killed its process, and others beside it would become dead letters
   * too.
   */
  readonly repeatsAlone?: boolean;
  /**
   * Throwing retries with a growing delay, up to `maxAttempts`. An unreachable (`isConnectionError`) or full
   * (`isStorageFull`) store counts no try: otherwise an outage would kill sound messages.
   */
  readonly handler: (delivery: Delivery) => Promise<Outcome>;
  /** Called for a message out of attempts; the result is published atomically with its move to the dead letters. */
  readonly onDead?: (message: { readonly id: string; readonly body: unknown }, reason: string) => Outcome;
}

export interface Consumer {
  stop(): Promise<void>;
}

export interface DeadLetter {
  readonly topic: string;
  readonly id: string;
  readonly body: unknown;
  readonly attempts: number;
  readonly error: string;
  readonly diedAt: Date;
}

export interface Waiting {
  readonly priority: number;
  readonly count: number;
  readonly oldestSeconds: number;
}

/** Another consumer has the message now: its work must not take effect. */
export class LeaseLostError extends Error {
  constructor(messageId: string) {
    super(`The lease of message ${messageId} was lost`);
    this.name = 'LeaseLostError';
  }
}

/** Makes a message a dead letter at once. */
export class UnprocessableMessageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnprocessableMessageError';
  }
}

/** Counts the try and retries after the longest pause, when the fault may be the message's or a store's passing one. */
export class RetryLaterError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RetryLaterError';
  }
}

/**
 * Guarantees, tested by `tests/src/conformance/message-bus`: at least once; a dead consumer loses its messages within
 * 30 s; without its lease a consumer can neither acknowledge nor publish; failing messages retry with back-off and end
 * as dead letters.
 */
export interface MessageBus {
  /** Resolves when the messages would survive a server crash; only then tell a person or move a checkpoint. */
  publish(topic: string, messages: readonly OutgoingMessage[]): Promise<void>;
  consume(options: ConsumerOptions): Consumer;
  deadLetters(topic?: string): Promise<DeadLetter[]>;
  deadLetterCount(topic: string): Promise<number>;
  /** False when there is none. */
  redrive(topic: string, id: string): Promise<boolean>;
  depth(topic: string): Promise<number>;
  /** Most urgent first. Kafka: without a bulk backlog left in Kafka. */
  waiting(topic: string): Promise<Waiting[]>;
  /**
   * Includes running messages; counted up to `most`. Undefined when it does not wait, or its place is unknown (Kafka:
   * not in the account).
   */
  ahead(topic: string, id: string, most: number): Promise<number | undefined>;
  /**
   * Only makes a waiting message more urgent, behind its group's turns.
   * @returns false for an unknown message, which may still be on its way
   */
  hurry(topic: string, id: string, priority: number): Promise<boolean>;
  close(): Promise<void>;
}
