/** A value that lives outside React, which reads it through `useStore`: it outlasts the page that shows it. */
export class Store<State> {
  #state: State;
  readonly #blank: State;
  readonly #listeners = new Set<() => void>();

  /** @param blank what it is to a browser that remembers nothing, where that differs */
  constructor(state: State, blank = state) {
    this.#state = state;
    this.#blank = blank;
  }

  readonly getState = (): State => this.#state;

  /** What a page that was drawn on the server shows: no account. The browser's own state comes right after it has taken the page over. */
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
