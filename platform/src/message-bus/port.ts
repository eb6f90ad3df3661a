export interface OutgoingMessage {
  /** Republishing an id is a no-op for a day. */
  readonly id: string;
  readonly body: unknown;
  /** Lower first. Default 0. */
  readonly priority?: number;
  /** Groups take turns; messages without a group come first. */
  readonly group?: string;
  readonly traceparent?: string | undefined;
}

export interface Delivery {
  readonly id: string;
  readonly body: unknown;
  readonly attempt: number;
  readonly traceparent: string | undefined;
  /** Aborted when the lease is lost, or a stop exceeds the grace period; throwing then counts no try. */
  readonly signal: AbortSignal;
  /** @throws LeaseLostError */
  readonly publish: (topic: string, messages: readonly OutgoingMessage[]) => Promise<void>;
}

/** Atomic with the acknowledgement where possible. */
export type Outcome = {
  readonly publish?: readonly { readonly topic: string; readonly messages: readonly OutgoingMessage[] }[];
};

export interface ConsumerOptions {
  readonly topic: string;
  readonly concurrency: number;
  readonly maxAttempts: number;
  /** Handles a retry alone: it may kill its process. */
  readonly repeatsAlone?: boolean;
  /** Throwing retries, up to `maxAttempts`. An unreachable or full store counts no try. */
  readonly handler: (delivery: Delivery) => Promise<Outcome>;
  /** The result is published atomically with the burial. */
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

export class LeaseLostError extends Error {
  constructor(messageId: string) {
    super(`The lease of message ${messageId} was lost`);
    this.name = 'LeaseLostError';
  }
}

/** Becomes a dead letter at once. */
export class UnprocessableMessageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnprocessableMessageError';
  }
}

/** Counts the try, and waits longest. */
export class RetryLaterError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RetryLaterError';
  }
}

/**
 * `tests/src/conformance/message-bus`: at least once; a dead consumer loses its messages within 30 s; without its lease
 * it can neither acknowledge nor publish.
 */
export interface MessageBus {
  /** Resolves when the messages would survive a crash. */
  publish(topic: string, messages: readonly OutgoingMessage[]): Promise<void>;
  consume(options: ConsumerOptions): Consumer;
  deadLetters(topic?: string): Promise<DeadLetter[]>;
  deadLetterCount(topic: string): Promise<number>;
  redrive(topic: string, id: string): Promise<boolean>;
  depth(topic: string): Promise<number>;
  /** Kafka: without its bulk backlog. */
  waiting(topic: string): Promise<Waiting[]>;
  /** At most `most`. Undefined when its place is unknown. */
  ahead(topic: string, id: string, most: number): Promise<number | undefined>;
  /** @returns false for an unknown message */
  hurry(topic: string, id: string, priority: number): Promise<boolean>;
  close(): Promise<void>;
}
