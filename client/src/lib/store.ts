/** A value that lives outside React, which reads it through `useStore`: it outlasts the page that shows it. */
export class Store<State> {
  #state: State;
  readonly #listeners = new Set<() => void>();

  constructor(state: State) {
    this.#state = state;
  }

  readonly getState = (): State => this.#state;

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
