import { toFailure } from '../../../lib/errors/failure.ts';
import { getMask } from '../api.ts';
import type { MaskRef } from '../sync/edit-log.ts';
import { maskOf } from './mask-worker.ts';
import type { Coverage, Ground } from './masks.worker.ts';

/** Image loading retries 3 times with growing 1 s delay (SPEC section 9). */
const TRIES = 4;
const RETRY_MS = 1_000;

/** What each stroke of a picture covers of the preview: those drawn here, and those of others as they are fetched. */
export class MaskCache {
  readonly #transactionId: string;
  readonly #onLoaded: () => void;
  #ground: Ground | undefined;
  readonly #coverages = new Map<string, Coverage>();
  readonly #loading = new Set<string>();
  /** A stroke drawn here has two names: that of its edit and, later, that of its operation. */
  readonly #sameAs = new Map<string, string>();

  constructor(transactionId: string, onLoaded: () => void) {
    this.#transactionId = transactionId;
    this.#onLoaded = onLoaded;
  }

  /** Coverages are those of a preview's pixels: of another size, all are read anew. */
  layOver(ground: Ground): void {
    const before = this.#ground?.layer;
    this.#ground = ground;
    if (before?.width !== ground.layer.width || before.height !== ground.layer.height) this.#coverages.clear();
  }

  set(id: string, coverage: Coverage): void {
    this.#coverages.set(id, coverage);
    this.#onLoaded();
  }

  sameAs(opId: string, id: string): void {
    this.#sameAs.set(opId, id);
  }

  /** Undefined while it is fetched; `onLoaded` says when it has come. */
  get({ id, box }: MaskRef, isOnItsWay: boolean): Coverage | undefined {
    const found = this.#coverages.get(id) ?? this.#coverages.get(this.#sameAs.get(id) ?? '');
    if (found === undefined && !isOnItsWay && this.#ground !== undefined && !this.#loading.has(id))
      void this.#load(id, box, this.#ground);
    return found;
  }

  async #load(id: string, box: MaskRef['box'], ground: Ground): Promise<void> {
    this.#loading.add(id);
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      try {
        const file = await getMask(this.#transactionId, id);
        const { coverage } = await maskOf({ kind: 'file', ground, box, file });
        this.#loading.delete(id);
        this.set(id, coverage);
        return;
      } catch (error) {
        // An edit that is still on its way, or a picture that is gone, has no file to come.
        if ([404, 410].includes(toFailure(error).status)) return;
        await new Promise((resolve) => setTimeout(resolve, attempt * RETRY_MS));
      }
    }
  }
}
