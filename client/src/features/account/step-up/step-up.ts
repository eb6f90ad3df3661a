import { askForProofBy } from '../../../lib/http/recent-proof.ts';
import { Store } from '../../../lib/store.ts';

/** Calls that wait for the answer are sent again after it (`lib/http/request.ts`). */
class StepUpStore extends Store<{ readonly isOpen: boolean }> {
  #waiting: ((proved: boolean) => void)[] = [];

  constructor() {
    super({ isOpen: false });
    askForProofBy(() => this.#open());
  }

  /** Calls refused together share one question. */
  #open(): Promise<boolean> {
    this.set({ isOpen: true });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  finish(proved: boolean): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.set({ isOpen: false });
    for (const resolve of waiting) resolve(proved);
  }
}

export const stepUp = new StepUpStore();
