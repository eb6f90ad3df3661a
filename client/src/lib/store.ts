/** Outlives the page that shows it. */
export class Store<State> {
  #state: State;
  readonly #blank: State;
  readonly #listeners = new Set<() => void>();

  /** @param blank state of a browser without memory, where it differs */
  constructor(state: State, blank = state) {
    this.#state = state;
    this.#blank = blank;
  }

  readonly getState = (): State => this.#state;

  /** In a server-drawn page: no account. The browser's own follows right after hydration. */
  readonly getBlankState = (): State => this.#blank;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  protected set(change: Partial<State>): void {
    this.replace({ ...this.#state, ...change });
  }

  protected replace(state: State): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
