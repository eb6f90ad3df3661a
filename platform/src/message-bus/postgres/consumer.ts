import { setTimeout as delay } from 'node:timers/promises';
import { isConnectionError, type Database } from '../../database/database.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { isStorageFull } from '../../storage-full.ts';
import { identifyMessage } from '../identify-message.ts';
import { backOffSeconds, longestBackOffSeconds, outageBackOffSeconds } from '../back-off.ts';
import {
  LeaseLostError,
  RetryLaterError,
  UnprocessableMessageError,
  type Consumer,
  type ConsumerOptions,
} from '../port.ts';
import { Lease } from './lease.ts';
import { acknowledge, moveToDeadLetters, claim, publishWhileHeld, putBack, renew, type Claim } from './statements.ts';
import { WakeUp } from './wake-up.ts';

export interface ConsumerContext {
  readonly database: Database;
  readonly log: Logger;
  readonly leaseSeconds: number;
}

/** Finds ended delays, expired leases, and messages published while disconnected. */
const POLL_MS = 500;
const MAX_PAUSE_MS = 5_000;
const SETTLE_RETRY_MS = 250;
/** The service is killed after ten seconds. */
const STOP_GRACE_MS = 5_000;

export class PostgresConsumer implements Consumer {
  readonly #context: ConsumerContext;
  readonly #options: ConsumerOptions;
  readonly #log: Logger;
  readonly #wakeUp = new WakeUp();
  readonly #running = new Set<Promise<void>>();
  readonly #leases = new Set<Lease>();
  #alone = 0;
  readonly #taking: Promise<void>;
  #stopping: Promise<void> | undefined;
  /** By `performance.now()`. */
  #outageSince: number | undefined;

  constructor(context: ConsumerContext, options: ConsumerOptions) {
    this.#context = context;
    this.#options = options;
    this.#log = context.log.child({ topic: options.topic });
    this.#taking = this.#take();
  }

  get topic(): string {
    return this.#options.topic;
  }

  wake(): void {
    this.#wakeUp.call();
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    this.#wakeUp.call();
    const grace = setTimeout(() => {
      for (const lease of this.#leases) lease.interrupt();
    }, STOP_GRACE_MS);
    await this.#taking;
    await Promise.all(this.#running);
    clearTimeout(grace);
  }

  async #take(): Promise<void> {
    let failures = 0;
    while (this.#stopping === undefined) {
      const limit = this.#room();
      if (limit > 0) {
        try {
          const taken = await this.#takeUpTo(limit);
          if (failures > 0) this.#log.info('Taking messages again');
          failures = 0;
          if (taken === limit && this.#room() > 0) continue;
        } catch (error) {
          if (failures === 0) this.#log.warn({ err: error }, 'Cannot take messages; trying again until it works');
          failures++;
        }
      }
      await this.#wakeUp.sleep(Math.min(MAX_PAUSE_MS, POLL_MS * 2 ** Math.max(0, failures - 1)));
    }
  }

  /** Retries show only once claimed, so this claims one at a time. */
  #room(): number {
    const free = this.#options.concurrency - this.#running.size;
    if (this.#options.repeatsAlone !== true) return free;
    return this.#alone > 0 ? 0 : Math.min(1, free);
  }

  async #takeUpTo(limit: number): Promise<number> {
    const { database, leaseSeconds } = this.#context;
    const claimedAt = performance.now();
    const claims = await claim(database, { topic: this.topic, limit, leaseSeconds });
    for (const held of claims) {
      const isAlone = this.#options.repeatsAlone === true && held.attempts > 1;
      const before = isAlone ? [...this.#running] : [];
      if (isAlone) this.#alone++;
      const work = (this.#stopping === undefined ? this.#work(held, claimedAt, before) : this.#returnUntouched(held))
        // It returns when its lease ends.
        .catch((error: unknown) => this.#logOf(held).error({ err: error }, 'Cannot settle the message'))
        .finally(() => {
          this.#running.delete(work);
          if (isAlone) this.#alone--;
          this.#wakeUp.call();
        });
      this.#running.add(work);
    }
    return claims.length;
  }

  async #work(held: Claim, claimedAt: number, before: readonly Promise<void>[]): Promise<void> {
    const { database, leaseSeconds } = this.#context;
    const lease = new Lease({
      messageId: held.id,
      seconds: leaseSeconds,
      claimedAt,
      renew: () => renew(database, held, leaseSeconds),
    });
    this.#leases.add(lease);
    try {
      if (held.attempts > this.#options.maxAttempts) {
        const earlier = held.error === null ? '' : ` (an earlier try: ${held.error})`;
        const reason = `The process died or froze on the last try${earlier}`;
        await this.#moveToDeadLetters(held, lease, this.#options.maxAttempts, reason);
        return;
      }
      await Promise.all(before);
      if (before.length > 0 && this.#stopping !== undefined) {
        await this.#returnUntouched(held);
      } else {
        await this.#handle(held, lease).catch((error: unknown) => this.#fail(held, lease, error));
      }
    } finally {
      lease.release();
      this.#leases.delete(lease);
    }
  }

  async #handle(held: Claim, lease: Lease): Promise<void> {
    const { database } = this.#context;
    const outcome = await this.#options.handler({
      id: held.id,
      body: held.body,
      attempt: held.attempts,
      traceparent: held.traceparent ?? undefined,
      signal: lease.signal,
      publish: (topic, messages) => whileHeld(held, lease, () => publishWhileHeld(database, held, topic, messages)),
    });
    this.#outageSince = undefined;
    await this.#settle(held, lease, () => acknowledge(database, held, outcome));
  }

  async #fail(held: Claim, lease: Lease, error: unknown): Promise<void> {
    const log = this.#logOf(held);
    if (lease.lost) return log.warn({ err: error }, 'Lost the lease of a message; its work takes no effect');
    if (lease.signal.aborted) return await this.#returnUntouched(held);

    const reason = messageOf(error);
    if (isOutage(error) && !(error instanceof UnprocessableMessageError)) {
      const now = performance.now();
      this.#outageSince ??= now;
      const delaySeconds = outageBackOffSeconds((now - this.#outageSince) / 1000);
      log.warn(
        { err: error, delaySeconds },
        'A store is out of reach or full; the message is tried again, and this try does not count',
      );
      const again = { attempts: held.attempts - 1, delaySeconds, error: reason };
      return await this.#settle(held, lease, () => putBack(this.#context.database, held, again));
    }
    if (error instanceof UnprocessableMessageError || held.attempts >= this.#options.maxAttempts) {
      log.error({ err: error }, 'Gave a message up');
      return await this.#moveToDeadLetters(held, lease, held.attempts, reason);
    }
    const delaySeconds = error instanceof RetryLaterError ? longestBackOffSeconds() : backOffSeconds(held.attempts);
    log.warn({ err: error, delaySeconds }, 'A message failed; it is tried again');
    const again = { attempts: held.attempts, delaySeconds, error: reason };
    await this.#settle(held, lease, () => putBack(this.#context.database, held, again));
  }

  /** Counts no try: we interrupted it. */
  async #returnUntouched(held: Claim): Promise<void> {
    const again = { attempts: held.attempts - 1, delaySeconds: 0, error: held.error };
    await putBack(this.#context.database, held, again);
  }

  async #moveToDeadLetters(held: Claim, lease: Lease, attempts: number, reason: string): Promise<void> {
    const { database } = this.#context;
    try {
      const outcome = this.#options.onDead?.({ id: held.id, body: held.body }, reason) ?? {};
      await this.#settle(held, lease, () => moveToDeadLetters(database, held, { attempts, error: reason, outcome }));
    } catch (error) {
      if (lease.lost || isOutage(error)) throw error;
      // A message that cannot die would circulate forever.
      this.#logOf(held).error({ err: error }, 'onDead failed: this dead letter was not announced');
      const noted = `${reason} (and onDead failed: ${messageOf(error)})`;
      await this.#settle(held, lease, () => moveToDeadLetters(database, held, { attempts, error: noted, outcome: {} }));
    }
  }

  #logOf({ id, attempts, body }: Claim): Logger {
    return this.#log.child({ messageId: id, attempt: attempts, ...identifyMessage(body) });
  }

  /** Only the record is missing: retries while the lease lasts. */
  async #settle(held: Claim, lease: Lease, action: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await whileHeld(held, lease, action);
      } catch (error) {
        if (lease.lost || !isOutage(error)) throw error;
        await delay(SETTLE_RETRY_MS);
      }
    }
  }
}

/** Every message would fail now. */
const isOutage = (error: unknown): boolean => isConnectionError(error) || isStorageFull(error);

async function whileHeld(held: Claim, lease: Lease, action: () => Promise<void>): Promise<void> {
  if (lease.lost) throw new LeaseLostError(held.id);
  try {
    await action();
  } catch (error) {
    if (error instanceof LeaseLostError) lease.lose();
    throw error;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
