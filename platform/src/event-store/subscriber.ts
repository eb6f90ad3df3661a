import { setTimeout as delay } from 'node:timers/promises';
import type { DomainEvent } from '@clearcut/schemas/define-event';
import { acquireLock } from '../database/advisory-lock.ts';
import { type Database, isConnectionError, type Tx } from '../database/database.ts';
import { MessageBusUnavailableError } from '../message-bus/port.ts';
import { PaymentsUnavailableError } from '../payments/port.ts';
import { isStorageFull } from '../storage-full.ts';
import type { Logger } from '../telemetry/logger.ts';
import { CheckpointMovedError, type Guard, readCheckpoint, withCheckpoint } from './checkpoint.ts';
import {
  type EventBatch,
  type EventStore,
  EventStoreUnavailableError,
  type Position,
  type RecordedEvent,
} from './port.ts';
import { SetAsideEvents } from './set-aside.ts';
import { STALL_LIMIT_MS, StallWatch } from './stall-watch.ts';
import { registerSubscriber, type SubscriberReport, writeSubscriberStatus } from './subscriber-status.ts';

export {
  forgetSubscriber,
  migrateSubscribers,
  readSubscriberStatuses,
  SILENCE_LIMIT_SECONDS,
  stateNow,
  type SubscriberStatus,
} from './subscriber-status.ts';

export interface SubscriberOptions<E extends DomainEvent, T extends E['type'] = E['type']> {
  /** One process works under a name; others stand by. Stored: do not rename. */
  readonly name: string;
  readonly eventStore: EventStore<E>;
  readonly database: Database;
  readonly schema: string;
  readonly filter?: { readonly categories: readonly string[] };
  /** Default: all. */
  readonly types?: readonly T[];
  readonly batchSize?: number;
  /** Default 30 s. */
  readonly stallLimitMs?: number;
  readonly log: Logger;
  readonly guard?: Guard;
  /** Exactly once through `tx`; other effects must be idempotent. Gets at least one event. */
  readonly handle: (tx: Tx, events: readonly RecordedEvent<Extract<E, { type: T }>>[]) => Promise<void>;
}

export interface Subscriber {
  stop(): Promise<void>;
}

const HALTED_RETRY_MS = 5_000;
/** Saving the position at each foreign event would be most of the work. After a crash, seconds of them are read again. */
const CHECKPOINT_INTERVAL_MS = 5_000;
const RENEW_STATUS_MS = 3_000;
const STALL_CHECK_MS = 5_000;
const FIRST_BACK_OFF_MS = 100;
const MAX_BACK_OFF_MS = 2_000;

/** Retries forever while log or database is away. Any other error halts it at that event: nothing is skipped. */
export function startSubscriber<E extends DomainEvent, T extends E['type'] = E['type']>(
  options: SubscriberOptions<E, T>,
): Subscriber {
  const stopping = new AbortController();
  const ended = takeTurns(options, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

async function takeTurns<E extends DomainEvent, T extends E['type']>(
  options: SubscriberOptions<E, T>,
  signal: AbortSignal,
): Promise<void> {
  const { database, name, log, filter } = options;
  await registerSubscriber(database, name, log, filter?.categories);
  while (!signal.aborted) {
    const lock = await acquireLock(database, `subscriber:${name}`, signal).catch(() => undefined);
    if (lock === undefined) return;
    log.info({ subscriber: name }, 'Subscriber works');
    const turn = new Turn(options, signal, lock.lost);
    await turn.follow();
    if (lock.lost.aborted) log.warn({ subscriber: name }, 'Subscriber lost its lock and stands by');
    else await turn.end();
    await lock.release();
  }
}

class Turn<E extends DomainEvent, T extends E['type']> {
  readonly #options: SubscriberOptions<E, T>;
  readonly #lost: AbortSignal;
  readonly #signal: AbortSignal;
  /** The stored position may lag. */
  #status: SubscriberReport;
  #stored: Position | null = null;
  #moving: Promise<void> = Promise.resolve();
  #moveTimer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #backOffMs = FIRST_BACK_OFF_MS;
  readonly #watch: StallWatch<E>;
  readonly #stallLimitMs: number;
  #reached: Date | null = null;
  #isLooking = false;
  #handling: Promise<void> | undefined;
  #stalledAt: Position | null = null;
  #fail: ((error: Error) => void) | undefined;

  constructor(options: SubscriberOptions<E, T>, stopping: AbortSignal, lost: AbortSignal) {
    this.#options = options;
    this.#lost = lost;
    this.#signal = AbortSignal.any([stopping, lost]);
    this.#status = { name: options.name, state: 'running', position: null, error: null, behindSince: null };
    this.#watch = new StallWatch(options.eventStore, options.filter);
    this.#stallLimitMs = options.stallLimitMs ?? STALL_LIMIT_MS;
  }

  async follow(): Promise<void> {
    const renewing = setInterval(() => void this.#writeStatus(), RENEW_STATUS_MS);
    const looking = setInterval(() => void this.#look(), Math.min(STALL_CHECK_MS, this.#stallLimitMs));
    try {
      while (!this.#signal.aborted) {
        try {
          await this.#pass();
        } catch (error) {
          if (!this.#signal.aborted) await this.#recover(error);
        }
      }
    } finally {
      clearInterval(renewing);
      clearInterval(looking);
    }
  }

  async end(): Promise<void> {
    // The next turn passes the same foreign events again.
    await this.#moveCheckpoint().catch(() => undefined);
    this.#status = { ...this.#status, state: 'standby', error: null };
    await this.#writeStatus();
  }

  async #pass(): Promise<void> {
    const { eventStore, database, filter, batchSize } = this.#options;
    const [position, setAsideEvents] = await Promise.all([
      readCheckpoint(database, this.#options),
      SetAsideEvents.read(database, this.#options.name),
    ]);
    // The subscription would miss an earlier abort.
    if (this.#signal.aborted) return;
    this.#status = { ...this.#status, position };
    this.#stored = position;
    void this.#writeStatus();
    const failure = Promise.withResolvers<never>();
    failure.promise.catch(() => undefined);
    this.#fail = failure.reject;
    let isOver = false;
    const subscription = eventStore.subscribeAll({
      from: position,
      without: setAsideEvents.ids,
      handler: async (batch) => {
        if (isOver) throw new Error('The subscription is over');
        this.#reached = batch.caughtUp ? null : (batch.events.at(-1)?.recordedAt ?? this.#reached);
        this.#handling = this.#handle(
          { ...batch, events: batch.events.map((event) => setAsideEvents.follow(event)) },
          failure.reject,
        ).finally(() => (this.#handling = undefined));
        await this.#handling;
      },
      ...(filter && { filter }),
      ...(batchSize && { batchSize }),
    });
    const stop = (): void => void subscription.stop();
    this.#signal.addEventListener('abort', stop, { once: true });
    try {
      await Promise.race([subscription.finished, failure.promise]);
    } catch (error) {
      isOver = true;
      // A stalled subscription may never stop.
      if (error instanceof StalledError) void subscription.stop();
      else await subscription.stop();
      throw error;
    } finally {
      this.#signal.removeEventListener('abort', stop);
      await this.#handling?.catch(() => undefined);
      const isPassed = this.#moveTimer !== undefined;
      clearTimeout(this.#moveTimer);
      this.#moveTimer = undefined;
      // Else passes that end sooner than the timer would start over forever.
      if (isPassed) await this.#moveCheckpoint().catch(() => undefined);
      await this.#moving;
    }
    if (!this.#signal.aborted) throw new Error('The subscription ended by itself: the event store was closed');
  }

  async #handle(
    { events: all, position }: Pick<EventBatch<E>, 'events' | 'position'>,
    fail: (error: unknown) => void,
  ): Promise<void> {
    const events = all.filter((recorded) => this.#isOwn(recorded));
    const [first, ...others] = events;
    try {
      if (first === undefined) this.#passOver(position, fail);
      else await this.#moveCheckpoint(position, (tx) => this.#options.handle(tx, events));
    } catch (error) {
      if (first === undefined || isPassing(error) || this.#signal.aborted) throw error;
      if (others.length === 0) throw new FailedEventError(first, error);
      for (const event of events) {
        await this.#handle({ events: [event], position: event.position }, fail);
      }
      this.#passOver(position, fail);
    }
    this.#backOffMs = FIRST_BACK_OFF_MS;
    if (this.#status.state === 'stalled' && position === this.#stalledAt) return;
    if (this.#status.state !== 'running' || this.#status.error !== null) {
      this.#status = { ...this.#status, state: 'running', error: null };
      this.#options.log.info({ subscriber: this.#options.name, position }, 'Subscriber works again');
      await this.#writeStatus();
    }
  }

  #isOwn(recorded: RecordedEvent<E>): recorded is RecordedEvent<Extract<E, { type: T }>> {
    const { types } = this.#options;
    return types === undefined || types.some((type) => type === recorded.event.type);
  }

  /** The checkpoint follows later. */
  #passOver(position: Position, fail: (error: unknown) => void): void {
    this.#status = { ...this.#status, position };
    this.#moveTimer ??= setTimeout(() => {
      this.#moveTimer = undefined;
      this.#moveCheckpoint().catch(fail);
    }, CHECKPOINT_INTERVAL_MS);
  }

  #moveCheckpoint(to?: Position, work?: (tx: Tx) => Promise<void>): Promise<void> {
    const moved = this.#moving.then(() => this.#moveFromStored(to ?? this.#status.position, work));
    this.#moving = moved.catch(() => undefined);
    return moved;
  }

  async #moveFromStored(to: Position | null, work?: (tx: Tx) => Promise<void>): Promise<void> {
    const from = this.#stored;
    if (to === null || (work === undefined && to === from)) return;
    await withCheckpoint(this.#options.database, this.#options, { from, to }, async (tx) => {
      await work?.(tx);
      // The checkpoint would stop us only at its first batch.
      this.#lost.throwIfAborted();
    });
    this.#stored = to;
    // In the same step, or a queued move would set the checkpoint back.
    if (work !== undefined) this.#status = { ...this.#status, position: to };
  }

  async #look(): Promise<void> {
    const { position } = this.#status;
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { behindSince, stillMs } = await this.#watch.look(position, this.#reached);
    this.#isLooking = false;
    if (position !== this.#status.position || this.#signal.aborted) return;
    this.#status = { ...this.#status, behindSince };
    if (stillMs < this.#stallLimitMs || this.#status.state === 'halted' || this.#status.state === 'waiting') return;
    await this.#sayThatItStalled();
    // A running handler cannot be undone.
    if (this.#handling !== undefined) return;
    this.#watch.restart();
    this.#fail?.(new StalledError());
  }

  async #sayThatItStalled(): Promise<void> {
    const { name: subscriber, log } = this.#options;
    const { state, position } = this.#status;
    if (state === 'stalled' && this.#stalledAt === position) return;
    const seconds = Math.round(this.#stallLimitMs / 1_000);
    const error =
      this.#handling === undefined
        ? `Events wait, and none has arrived for ${seconds} seconds`
        : `Events wait, and the present ones have taken more than ${seconds} seconds`;
    log.error({ subscriber, position, isHandling: this.#handling !== undefined }, 'Subscriber stalled');
    this.#stalledAt = position;
    this.#status = { ...this.#status, state: 'stalled', error };
    await this.#writeStatus();
  }

  async #recover(error: unknown): Promise<void> {
    const { name: subscriber, log } = this.#options;
    if (error instanceof StalledError) {
      log.warn({ subscriber, position: this.#status.position }, 'Opening the subscription again');
    } else if (error instanceof CheckpointMovedError) {
      log.info({ subscriber }, 'The checkpoint was moved, reading it again');
      await this.#wait(FIRST_BACK_OFF_MS);
    } else if (isPassing(error)) {
      if (isConnectionError(error) || isStorageFull(error)) await this.#sayWhatItWaitsFor(error);
      await this.#wait(this.#backOffMs);
      this.#backOffMs = Math.min(this.#backOffMs * 2, MAX_BACK_OFF_MS);
    } else {
      const text = error instanceof Error ? error.message : String(error);
      this.#status = { ...this.#status, state: 'halted', error: text };
      log.error({ subscriber, err: error, position: this.#status.position }, 'Subscriber halted; it will try again');
      await this.#writeStatus();
      await this.#wait(HALTED_RETRY_MS);
    }
  }

  async #sayWhatItWaitsFor(error: unknown): Promise<void> {
    const { name: subscriber, log } = this.#options;
    const text =
      error instanceof EventStoreUnavailableError ||
      error instanceof MessageBusUnavailableError ||
      error instanceof PaymentsUnavailableError
        ? error.message
        : isStorageFull(error)
          ? 'The disk is full'
          : 'The database is out of reach';
    if (this.#status.state === 'waiting' && this.#status.error === text) return;
    log.warn({ subscriber, err: error }, 'Subscriber waits until what it needs can be reached');
    this.#status = { ...this.#status, state: 'waiting', error: text };
    void this.#writeStatus();
  }

  async #wait(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#signal }).catch(() => undefined);
  }

  /** Serialised: an older status must not come last. */
  #writeStatus(): Promise<void> {
    const { database, log } = this.#options;
    this.#writing = this.#writing.then(() =>
      // The row belongs to another process.
      this.#lost.aborted ? undefined : writeSubscriberStatus(database, log, this.#status),
    );
    return this.#writing;
  }
}

function isPassing(error: unknown): boolean {
  if (isConnectionError(error) || isStorageFull(error) || error instanceof CheckpointMovedError) return true;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // Serialization failure, deadlock.
  return code === '40001' || code === '40P01';
}

class StalledError extends Error {
  constructor() {
    super('The subscription delivers nothing');
    this.name = 'StalledError';
  }
}

class FailedEventError extends Error {
  constructor({ id, event, stream, version, position }: RecordedEvent, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`${event.type} ${id} (${stream} version ${version}, position ${position}) cannot be handled: ${reason}`, {
      cause,
    });
    this.name = 'FailedEventError';
  }
}
