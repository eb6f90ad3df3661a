const PRINT_INTERVAL_MS = 2_000;

/** Reports progress on standard error: `copied 12,500 of 200,000 events, 3,100 a second`. */
export class Progress {
  readonly #done: string;
  readonly #total: number | undefined;
  readonly #started = performance.now();
  readonly #timer = setInterval(() => this.#say(), PRINT_INTERVAL_MS).unref();
  #events = 0;

  /** @param done verb, such as `copied` @param total undefined when unknown */
  constructor(done: string, total: number | undefined) {
    this.#done = done;
    this.#total = total;
  }

  add(events: number): void {
    this.#events += events;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #say(): void {
    const perSecond = Math.round((this.#events * 1000) / (performance.now() - this.#started));
    const of = this.#total === undefined ? '' : ` of ${inDigits(this.#total)}`;
    process.stderr.write(`${this.#done} ${inDigits(this.#events)}${of} events, ${inDigits(perSecond)} a second\n`);
  }
}

const inDigits = (value: number): string => value.toLocaleString('en');
