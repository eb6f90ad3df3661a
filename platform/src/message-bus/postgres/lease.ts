import { LeaseLostError } from '../port.ts';

/** Why a handler's signal was aborted although its message is still held: the consumer stops. */
export class ConsumerStoppedError extends Error {
  constructor() {
    super('The consumer stops: the message goes back for others to take');
    this.name = 'ConsumerStoppedError';
  }
}

export interface LeaseOptions {
  readonly messageId: string;
  readonly seconds: number;
  /** `performance.now()` just before the claim was sent: the lease ends on the server no sooner than `seconds` after it. */
  readonly claimedAt: number;
  /** Rejects with a LeaseLostError when another consumer holds the message now, and otherwise when that cannot be found out. */
  readonly renew: () => Promise<void>;
}

/**
 * Renews a lease every third of its length, and aborts `signal` as soon as it is lost or cannot be proven any more: with the
 * server out of reach the end of the lease passes here no later than there, so two handlers never both believe in it.
 */
export class Lease {
  readonly #options: LeaseOptions;
  readonly #controller = new AbortController();
  #renewal: NodeJS.Timeout | undefined;
  #end: NodeJS.Timeout | undefined;
  #lost = false;

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.#provenAt(options.claimedAt);
    this.#renewIn(options.seconds / 3);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get lost(): boolean {
    return this.#lost;
  }

  /** Also to be called by who learns of the loss otherwise. */
  lose(): void {
    this.release();
    this.#lost = true;
    this.#controller.abort(new LeaseLostError(this.#options.messageId));
  }

  /** Tells the handler to give up; the lease is renewed until it did. */
  interrupt(): void {
    this.#controller.abort(new ConsumerStoppedError());
  }

  /** Ends the renewals: the message is settled. */
  release(): void {
    clearTimeout(this.#renewal);
    clearTimeout(this.#end);
    this.#renewal = undefined;
    this.#end = undefined;
  }

  #provenAt(time: number): void {
    clearTimeout(this.#end);
    const leftMs = time + this.#options.seconds * 1000 - performance.now();
    this.#end = setTimeout(() => this.lose(), Math.max(0, leftMs));
  }

  #renewIn(seconds: number): void {
    this.#renewal = setTimeout(() => void this.#renewNow(), seconds * 1000);
  }

  async #renewNow(): Promise<void> {
    const { renew, seconds } = this.#options;
    const sentAt = performance.now();
    const failure = await renew().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    // Released or lost while the answer was on its way.
    if (this.#renewal === undefined) return;
    if (failure?.error instanceof LeaseLostError) return this.lose();
    if (failure === undefined) this.#provenAt(sentAt);
    // Sooner when the server is away: there is a third of the lease, twice, to reach it.
    this.#renewIn(failure === undefined ? seconds / 3 : seconds / 15);
  }
}
