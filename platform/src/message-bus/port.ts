export interface OutgoingMessage {
  /** Republishing within a day does nothing. */
  readonly id: string;
  readonly body: unknown;
  /** Lower first. Default 0. */
  readonly priority?: number;
  readonly group?: string;
  readonly traceparent?: string | undefined;
}

export interface Delivery {
  readonly id: string;
  readonly body: unknown;
  readonly attempt: number;
  readonly traceparent: string | undefined;
  /** Aborted with the lease, or after a stop's grace period; throwing then counts no try. */
  readonly signal: AbortSignal;
  /** @throws LeaseLostError */
  readonly publish: (topic: string, messages: readonly OutgoingMessage[]) => Promise<void>;
}

export type Outcome = {
  readonly publish?: readonly { readonly topic: string; readonly messages: readonly OutgoingMessage[] }[];
};

export interface ConsumerOptions {
  readonly topic: string;
  readonly concurrency: number;
  readonly maxAttempts: number;
  /** It may kill its process. */
  readonly repeatsAlone?: boolean;
  /** Throwing retries; an unreachable or full store counts no try. */
  readonly handler: (delivery: Delivery) => Promise<Outcome>;
  /** Published atomically with the burial. */
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

export class UnprocessableMessageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnprocessableMessageError';
  }
}

export class MessageBusUnavailableError extends Error {
  /** Recognised by `isConnectionError`. */
  readonly code = 'ECONNABORTED';

  constructor(cause: unknown) {
    super('The message bus is out of reach', { cause });
    this.name = 'MessageBusUnavailableError';
  }
}

/** Counts the try. */
export class RetryLaterError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RetryLaterError';
  }
}

/**
 * Proved by `tests/src/conformance/message-bus`: at least once; dead consumers lose messages within 30 s; without a
 * lease no effect.
 */
export interface MessageBus {
  /** Resolves when a crash cannot lose them. @throws MessageBusUnavailableError; outcome unknown */
  publish(topic: string, messages: readonly OutgoingMessage[]): Promise<void>;
  consume(options: ConsumerOptions): Consumer;
  deadLetters(topic?: string): Promise<DeadLetter[]>;
  deadLetterCount(topic: string): Promise<number>;
  redrive(topic: string, id: string): Promise<boolean>;
  depth(topic: string): Promise<number>;
  waiting(topic: string): Promise<Waiting[]>;
  /** Undefined when unknown. */
  ahead(topic: string, id: string, most: number): Promise<number | undefined>;
  /** @returns false when unknown */
  raisePriority(topic: string, id: string, priority: number): Promise<boolean>;
  close(): Promise<void>;
}
