import { askForProofBy } from '../../../lib/http/recent-proof.ts';
import { Store } from '../../../lib/store.ts';

/** Calls that wait for the answer are sent again after it (`lib/http/request.ts`). */
class StepUpStore extends Store<{ readonly isOpen: boolean }> {
  #waiting: ((proved: boolean) => void)[] = [];

  constructor() {
    super({ isOpen: false });
  }

  /**
   * Asks while its dialog can be shown: a question left open would meet the next person, and repeat the call as them.
   * @returns ends that
   */
  host(): () => void {
    askForProofBy(() => this.#open());
    return () => {
      askForProofBy(undefined);
      this.finish(false);
    };
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
