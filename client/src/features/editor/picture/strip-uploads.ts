import { randomUuid } from '../../../lib/random-uuid.ts';
import { after, queued, type Life, type LifeEvent } from '../../pictures/uploads/life/life.ts';
import { isUnanswered, Sender } from '../../pictures/uploads/life/sender.ts';

interface Upload {
  readonly file: File;
  readonly life: Life;
}

/** Files on their way to the server, one after the other; also those that the strip has no room for. */
export class StripUploads {
  readonly #uploads = new Map<string, Upload>();
  readonly #onLife: (id: string, life: Life) => void;
  readonly #sender: Sender;

  constructor(onLife: (id: string, life: Life) => void, onOffline: (isOffline: boolean) => void) {
    this.#onLife = onLife;
    this.#sender = new Sender(
      {
        next: (isRunning) => {
          for (const [id, { life }] of this.#uploads)
            if (life.stage === 'queued' && !isRunning(id)) return { id, key: life.key };
          return undefined;
        },
        sourceOf: async (id) => this.#uploads.get(id),
        apply: (id, event) => this.#apply(id, event),
        onOffline,
      },
      { atOnce: 1, isPassing: isUnanswered },
    );
  }

  /** Begins with the next call of `wake`. */
  add(file: File): { readonly id: string; readonly life: Life } {
    const id = randomUuid();
    const life = queued(id);
    this.#uploads.set(id, { file, life });
    return { id, life };
  }

  wake(): void {
    this.#sender.wake();
  }

  /** Deletes it from the server if it arrives nevertheless. */
  drop(id: string): void {
    if (!this.#uploads.delete(id)) return;
    this.#sender.stop(id);
    this.#sender.wake();
  }

  clear(): void {
    this.#uploads.clear();
    this.#sender.stop();
  }

  #apply(id: string, event: LifeEvent): void {
    const upload = this.#uploads.get(id);
    if (upload === undefined) return;
    const life = after(upload.life, event);
    if (life.stage === 'queued' || life.stage === 'sending') this.#uploads.set(id, { ...upload, life });
    else this.#uploads.delete(id);
    this.#onLife(id, life);
  }
}
