import type { LaidPatch } from '@clearcut/scene/edge/patches';
import { toFailure } from '../../../lib/errors/failure.ts';
import { isMissing } from '../../../lib/errors/is-missing.ts';
import { loadImage } from '../../../lib/retry/image-retry.ts';
import type { MaskRef } from '../sync/edit-log.ts';
import { keptCoverage } from './kept-strokes.ts';
import type { Coverage, Ground } from './masks.worker.ts';

export interface MaskHandlers {
  readonly onLoaded: () => void;
  readonly onMissing: () => void;
}

export class MaskCache {
  readonly #transactionId: string;
  readonly #handlers: MaskHandlers;
  #ground: Ground | undefined;
  readonly #coverages = new Map<string, Coverage | LaidPatch>();
  readonly #loading = new Set<string>();
  readonly #missing = new Set<string>();
  /** A stroke drawn here has two ids: its edit's and, later, its operation's. */
  readonly #sameAs = new Map<string, string>();

  constructor(transactionId: string, handlers: MaskHandlers) {
    this.#transactionId = transactionId;
    this.#handlers = handlers;
  }

  /** Another preview size reloads all coverages. */
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

  /** The fetch failed; the next `get` retries. Stays missing until loaded. */
  isMissing(id: string): boolean {
    return this.#missing.has(id);
  }

  /** Missing strokes count as loading again. */
  forgetMissing(): void {
    this.#missing.clear();
  }

  /** Undefined while loading; then calls `onLoaded` or `onMissing`. */
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
      // An unsent edit or a deleted picture has no file to fetch.
      if (isMissing(toFailure(error))) return;
      this.#loading.delete(id);
      this.#missing.add(id);
      this.#handlers.onMissing();
    }
  }
}
