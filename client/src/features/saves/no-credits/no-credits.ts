import { Store } from '../../../lib/store.ts';

/** Whether the no-credits modal is shown. Any answer 402 opens it (docs/product.md, Credits). */
class NoCredits extends Store<boolean> {
  #closedAt = -Infinity;

  /** What was asked before a person closed the modal tells them nothing new: of several saves at once, each ends with a 402. */
  open(askedAt: number): void {
    if (askedAt > this.#closedAt) this.replace(true);
  }

  close(): void {
    this.#closedAt = performance.now();
    this.replace(false);
  }
}

export const noCredits = new NoCredits(false);
