import type { Mask, Size } from '@clearcut/scene/raster';
import { Failure } from '../../../lib/errors/failure.ts';
import { loadImage } from '../../../lib/retry/image-retry.ts';
import { appliedOf, type Applied } from '../engine/cut-out-layer.ts';
import { MaskCache, type MaskHandlers } from '../engine/mask-cache.ts';
import { maskOf } from '../engine/mask-worker.ts';
import type { DrawnStroke } from '../sync/drafts.ts';
import type { EditLog } from '../sync/edit-log.ts';
import type { PictureInputs } from './picture-inputs.ts';

export interface StrokesShown {
  /** Strokes whose masks are loaded. */
  readonly strokes: readonly Applied[];
  /** The server is refining an edge. */
  readonly isRefining: boolean;
  /** Masks failed to load, so some strokes are missing on screen. */
  readonly isPartial: boolean;
}

const halved = ({ data, width, height }: Mask): Mask => ({ data: data.map((value) => value >> 1), width, height });

/** Masks of a picture's strokes: as drawn, made in full size, and loaded from the server. */
export class PictureStrokes {
  readonly masks: MaskCache;
  readonly #log: EditLog;
  readonly #inputs: PictureInputs;
  readonly #frame: Size;
  /** Masks in the making, or made but unsent. */
  readonly #making = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  constructor(about: Size & { readonly id: string }, log: EditLog, inputs: PictureInputs, handlers: MaskHandlers) {
    this.masks = new MaskCache(about.id, handlers);
    this.#log = log;
    this.#inputs = inputs;
    this.#frame = { width: about.width, height: about.height };
  }

  get isPartial(): boolean {
    return this.#log.current.masks.some(({ id }) => this.masks.isMissing(id));
  }

  get shown(): StrokesShown {
    const strokes = this.#log.current.masks.flatMap((mask) => {
      // The server has no file for an unknown edit.
      const coverage = this.masks.get(mask, this.#log.opIdOf(mask.id) === undefined);
      return coverage === undefined ? [] : [appliedOf(mask.mode, coverage)];
    });
    const isRefining = this.#log.pending.some(({ id }) => this.#log.isEdge(id));
    return { strokes, isPartial: this.isPartial, isRefining };
  }

  /** Shows coverage of preview pixels until the full-size mask is made. */
  show(id: string, mask: Mask, isEdge: boolean): void {
    this.masks.set(id, { area: { x: 0, y: 0, ...this.#frame }, mask: isEdge ? halved(mask) : mask });
  }

  /**
   * Makes a stroke's file once. Its coverage then replaces what was drawn, except for an edge, which the server
   * refines.
   */
  make(id: string, drawn: DrawnStroke): Promise<Uint8Array<ArrayBuffer>> {
    const making = this.#making.get(id) ?? this.#make(id, drawn);
    this.#making.set(id, making);
    making.catch(() => this.#making.delete(id));
    return making;
  }

  /** @param opId undefined until known */
  sent(id: string, opId: string | undefined, isEdge: boolean): void {
    this.#making.delete(id);
    // A refined edge differs from what was drawn.
    if (opId !== undefined && !isEdge) this.masks.sameAs(opId, id);
  }

  layOver(layer: Size): void {
    this.masks.layOver({ frame: this.#frame, layer: { width: layer.width, height: layer.height } });
  }

  async #make(id: string, { stroke, isMagic }: DrawnStroke): Promise<Uint8Array<ArrayBuffer>> {
    const { cutOut } = await this.#inputs.whenLoaded();
    const ground = { frame: this.#frame, layer: { width: cutOut.width, height: cutOut.height } };
    const regions = isMagic ? await this.#inputs.regions() : null;
    // A restart may help after a crash. A stroke that always crashes must not hold up later edits; a script that failed
    // to load says nothing about the stroke, which would be lost for lack of a connection.
    const { coverage, made } = await loadImage(() => maskOf({ kind: 'stroke', ground, stroke, regions })).catch(
      (cause: unknown) => {
        throw cause instanceof Failure ? cause : new Failure('stroke_not_made', { status: 422, cause });
      },
    );
    // An edge to be refined is already shown as drawn.
    if (!this.#log.isEdge(id)) this.masks.set(id, coverage);
    if (made === null) throw new Error('A stroke has a mask');
    return made.png;
  }
}
