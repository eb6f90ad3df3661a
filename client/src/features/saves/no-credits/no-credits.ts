import { Store } from '../../../lib/store.ts';

/** A save of one picture, and a path of ours at which it can go on. */
interface WantedSave {
  readonly id: string;
  readonly resumeAt: string;
}

/** Whether the no-credits modal is shown. An answer that no credits are left opens it (docs/product.md, Credits); a card that was declined, which is a 402 too, does not. */
class NoCredits extends Store<boolean> {
  #closedAt = -Infinity;
  #save: WantedSave | undefined;

  /** The save of one picture that was asked for last, and was not made. */
  get wantedSave(): WantedSave | undefined {
    return this.#save;
  }

  notice(save: WantedSave | undefined): void {
    this.#save = save;
  }

  /** What was asked before a person closed the modal tells them nothing new: of several saves at once, each ends with such an answer. */
  open(askedAt: number): void {
    if (askedAt > this.#closedAt) this.replace(true);
  }

  close(): void {
    this.#closedAt = performance.now();
    this.replace(false);
  }
}

export const noCredits = new NoCredits(false);
