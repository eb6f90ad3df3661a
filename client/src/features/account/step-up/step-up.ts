import { askForProofBy } from '../../../lib/http/recent-proof.ts';
import { Store } from '../../../lib/store.ts';

/** Calls that wait for the answer are sent again after it (`lib/http/request.ts`). */
class StepUpStore extends Store<{ readonly isAsked: boolean }> {
  #waiting: ((proved: boolean) => void)[] = [];

  constructor() {
    super({ isAsked: false });
    askForProofBy(() => this.#ask());
  }

  /** Calls refused together share one question. */
  #ask(): Promise<boolean> {
    this.set({ isAsked: true });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  finish(proved: boolean): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.set({ isAsked: false });
    for (const resolve of waiting) resolve(proved);
  }
}

export const stepUp = new StepUpStore();
