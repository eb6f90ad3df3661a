import type { LaidPatch } from '@clearcut/scene/edge/patches';
import { toFailure } from '../../../lib/errors/failure.ts';
import { isGone, loadImage } from '../../../lib/http/patience.ts';
import type { MaskRef } from '../sync/edit-log.ts';
import { keptCoverage } from './kept-strokes.ts';
import type { Coverage, Ground } from './masks.worker.ts';

export interface MaskHandlers {
  readonly onLoaded: () => void;
  readonly onMissing: () => void;
}

/** What each stroke of a picture covers of the preview: those drawn here, and those of others as they are fetched. */
export class MaskCache {
  readonly #transactionId: string;
  readonly #handlers: MaskHandlers;
  #ground: Ground | undefined;
  readonly #coverages = new Map<string, Coverage | LaidPatch>();
  readonly #loading = new Set<string>();
  readonly #missing = new Set<string>();
  /** A stroke drawn here has two names: that of its edit and, later, that of its operation. */
  readonly #sameAs = new Map<string, string>();

  constructor(transactionId: string, handlers: MaskHandlers) {
    this.#transactionId = transactionId;
    this.#handlers = handlers;
  }

  /** Coverages are those of a preview's pixels: of another size, all are read anew. */
  layOver(ground: Ground): void {
    const before = this.#ground?.layer;
    this.#ground = ground;
    if (before?.width !== ground.layer.width || before.height !== ground.layer.height) this.#coverages.clear();
  }

  set(id: string, coverage: Coverage | LaidPatch): void {
    this.#coverages.set(id, coverage);
    this.#missing.delete(id);
    this.#handlers.onLoaded();
  }

  sameAs(opId: string, id: string): void {
    this.#sameAs.set(opId, id);
  }

  /** It could not be fetched. The next call of `get` tries again; until it is here it stays missing. */
  isMissing(id: string): boolean {
    return this.#missing.has(id);
  }

  /** What is missing counts as being on its way again. */
  forgetMissing(): void {
    this.#missing.clear();
  }

  /** Undefined while it is fetched; `onLoaded` says when it has come, `onMissing` when it did not. */
  get({ id, box, mode }: MaskRef, isOnItsWay: boolean): Coverage | LaidPatch | undefined {
    const found = this.#coverages.get(id) ?? this.#coverages.get(this.#sameAs.get(id) ?? '');
    if (found === undefined && !isOnItsWay && this.#ground !== undefined && !this.#loading.has(id))
      void this.#load(id, { box, mode }, this.#ground);
    return found;
  }

  async #load(id: string, { box, mode }: Pick<MaskRef, 'box' | 'mode'>, ground: Ground): Promise<void> {
    this.#loading.add(id);
    try {
      const coverage = await loadImage(() => keptCoverage(this.#transactionId, { id, box, mode }, ground));
      this.#loading.delete(id);
      this.set(id, coverage);
    } catch (error) {
      // An edit that is still on its way, or a picture that is gone, has no file to come.
      if (isGone(toFailure(error))) return;
      this.#loading.delete(id);
      this.#missing.add(id);
      this.#handlers.onMissing();
    }
  }
}
