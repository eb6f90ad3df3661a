/** A message to be worked on once. */
export interface OutgoingMessage {
  /** Deterministic: publishing the same id on a topic again is a no-op while the first is remembered (at least a day). */
  readonly id: string;
  readonly body: unknown;
  /** Lower is served first, whatever the group; messages of one priority are served in the order of publishing. Default 0. */
  readonly priority?: number;
  /**
   * Whom the message is for. Groups of one priority are served in turns, so that no group waits for all that another one sent
   * before; those of one group in the order of publishing. Messages without a group go before those of their priority that have
   * one. With Kafka a backlog of bulk so long that a part of it is left there comes from it in order of arrival.
   */
  readonly group?: string;
  /** The span that it is part of (`telemetry/tracing/port.ts`), which its delivery names again. */
  readonly traceparent?: string | undefined;
}

export interface Delivery {
  readonly id: string;
  readonly body: unknown;
  /** 1 on the first try. */
  readonly attempt: number;
  /** As it was published. */
  readonly traceparent: string | undefined;
  /**
   * Aborted when the lease is lost or can no longer be proven: whatever is still running takes no effect any more. Also aborted
   * when the consumer stops and this handler did not finish in the time for that: a handler that then throws puts
   * the message back for others at once, without counting the try.
   */
  readonly signal: AbortSignal;
  /** Publishes while working, only if this consumer still holds the message. @throws LeaseLostError */
  readonly publish: (topic: string, messages: readonly OutgoingMessage[]) => Promise<void>;
}

/** Messages that take effect together with the acknowledgement, where the adapter can; otherwise just before it. */
export type Outcome = {
  readonly publish?: readonly { readonly topic: string; readonly messages: readonly OutgoingMessage[] }[];
};

export interface ConsumerOptions {
  readonly topic: string;
  /** Messages worked on at the same time by this consumer. */
  readonly concurrency: number;
  readonly maxAttempts: number;
  /**
   * A message that was tried before is worked on by itself. It may be what ended its process: each further try would count for those
   * beside it as well, until they end among the dead letters with it.
   */
  readonly repeatsAlone?: boolean;
  /**
   * Throwing puts the message back with a growing delay, and after `maxAttempts` among the dead letters. Where a store is out of reach
   * (`isConnectionError`) or full (`isStorageFull`) no try is counted: an outage would give all messages up that it meets, however sound they are.
   */
  readonly handler: (delivery: Delivery) => Promise<Outcome>;
  /**
   * Called for a message that used up its attempts, also when each try died with its process; what it returns is published
   * together with the move to the dead letters, so that what waits for the result learns of it.
   */
  readonly onDead?: (message: { readonly id: string; readonly body: unknown }, reason: string) => Outcome;
}

export interface Consumer {
  /** Takes nothing new, waits for what is running, then resolves. */
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

/** Messages of one priority that wait or are being worked on. */
export interface Waiting {
  readonly priority: number;
  readonly count: number;
  /** Since the oldest of them was published. */
  readonly oldestSeconds: number;
}

/** Another consumer has the message now (this one was too slow or frozen): its work must not take effect. */
export class LeaseLostError extends Error {
  constructor(messageId: string) {
    super(`The lease of message ${messageId} was lost`);
    this.name = 'LeaseLostError';
  }
}

/** Throw it from a handler to put a message among the dead letters at once: another try cannot succeed. */
export class UnprocessableMessageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnprocessableMessageError';
  }
}

/**
 * Throw it from a handler where the fault may be the message's own or one of a store that passes in a minute: the try counts, and the
 * next one comes after the longest pause.
 */
export class RetryLaterError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RetryLaterError';
  }
}

/**
 * Work handed to competing consumers. Guarantees, held by `tests/src/conformance/message-bus`: each message is delivered until one
 * consumer acknowledges it (at least once); a consumer that dies loses its messages to others within 30 s; a consumer
 * that lost its lease can neither acknowledge nor publish; failing messages are retried with back-off and end visibly
 * among the dead letters.
 */
export interface MessageBus {
  /** Resolves when the messages would survive a crash of the server: the caller may tell a person, or move a checkpoint, then. */
  publish(topic: string, messages: readonly OutgoingMessage[]): Promise<void>;
  consume(options: ConsumerOptions): Consumer;
  deadLetters(topic?: string): Promise<DeadLetter[]>;
  /** Without reading them: it is asked for all the time. */
  deadLetterCount(topic: string): Promise<number>;
  /** Puts a dead letter back with a fresh count of attempts. Returns false when there is none. */
  redrive(topic: string, id: string): Promise<boolean>;
  /** Messages that wait or are being worked on, by topic. */
  depth(topic: string): Promise<number>;
  /**
   * The same by priority, most urgent first, priorities without a message left out. Kafka: those in the account, where all of them are but
   * a backlog of bulk.
   */
  waiting(topic: string): Promise<Waiting[]>;
  /**
   * How many messages are served before one that waits, those that are being worked on included; counted no further than `most`.
   * Undefined for one that does not wait, and for one whose place is not known yet (Kafka: as long as it is not in the account).
   */
  ahead(topic: string, id: string, most: number): Promise<number | undefined>;
  /**
   * Moves a message that waits to `priority`, behind the turns that its group has there, where that priority is served sooner than its
   * own. A message that is being worked on, has ended, or is as urgent already stays as it is.
   * @returns false for a message that is not known (yet): it may still be on its way
   */
  hurry(topic: string, id: string, priority: number): Promise<boolean>;
  close(): Promise<void>;
}
