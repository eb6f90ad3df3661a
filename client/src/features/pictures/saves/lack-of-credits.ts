import { Store } from '../../../lib/store.ts';

interface WantedSave {
  readonly id: string;
  /** Local path that shows the picture and resumes the save. */
  readonly resumeAt: string;
  /** Makes the save on this page. */
  readonly again: () => Promise<unknown>;
}

/** The first credits follow the proof of an address within a second, unless its mailbox had them before. */
export const GRANT_MS = 8_000;

/**
 * Opened by an answer that no credits are left (docs/product.md, Credits), but not by a declined card, which is a 402
 * too.
 */
class NoCredits extends Store<boolean> {
  #closedAt = -Infinity;
  #grantExpectedUntil = -Infinity;
  #save: WantedSave | undefined;

  /** The last requested save that was not made. */
  get wantedSave(): WantedSave | undefined {
    return this.#save;
  }

  notice(save: WantedSave | undefined): void {
    this.#save = save;
  }

  /** Call when a login resumes a save: by link or third party it may have proved the address. */
  expectGrant(): void {
    this.#grantExpectedUntil = performance.now() + GRANT_MS;
  }

  get expectsGrant(): boolean {
    return performance.now() < this.#grantExpectedUntil;
  }

  /** Ignores answers to requests made before the modal was closed: several saves at once each end in one. */
  open(sentAt: number): void {
    if (sentAt > this.#closedAt) this.replace(true);
  }

  close(): void {
    this.#closedAt = performance.now();
    this.replace(false);
  }
}

export const noCredits = new NoCredits(false);
