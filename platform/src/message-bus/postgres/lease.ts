import { LeaseLostError } from '../port.ts';

export class ConsumerStoppedError extends Error {
  constructor() {
    super('The consumer stops: the message goes back for others to take');
    this.name = 'ConsumerStoppedError';
  }
}

export interface LeaseOptions {
  readonly messageId: string;
  readonly seconds: number;
  /** `performance.now()` before the claim. */
  readonly claimedAt: number;
  /** Rejects with LeaseLostError when another consumer holds it. */
  readonly renew: () => Promise<void>;
}

/** Ends no later than on the server, so two handlers never both believe in it. */
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

  lose(): void {
    this.release();
    this.#lost = true;
    this.#controller.abort(new LeaseLostError(this.#options.messageId));
  }

  interrupt(): void {
    this.#controller.abort(new ConsumerStoppedError());
  }

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
    if (this.#renewal === undefined) return;
    if (failure?.error instanceof LeaseLostError) return this.lose();
    if (failure === undefined) this.#provenAt(sentAt);
    // Sooner after a failure.
    this.#renewIn(failure === undefined ? seconds / 3 : seconds / 15);
  }
}
