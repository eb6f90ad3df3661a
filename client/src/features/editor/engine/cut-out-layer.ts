import { applyMask, layerRect } from '@clearcut/scene/masks';
import { applyPatch, type LaidPatch } from '@clearcut/scene/edge/patches';
import {
  copyRect,
  createPixels,
  union,
  wholeOf,
  type Mask,
  type OwnPixels,
  type Rect,
  type Size,
} from '@clearcut/scene/raster';
import type { MaskMode, StrokeMode } from '@clearcut/schemas/transaction/scene';
import type { Coverage } from './masks.worker.ts';

export type Applied =
  | { readonly mode: StrokeMode; readonly coverage: Coverage }
  | { readonly mode: 'refine'; readonly coverage: LaidPatch };

/** An edge still being refined shows half of the photo, since the person looks at it. */
export function appliedOf(mode: MaskMode, coverage: Coverage | LaidPatch): Applied {
  if ('rect' in coverage) return { mode: 'refine', coverage };
  return { mode: mode === 'refine' ? 'restore' : mode, coverage };
}

const NOTHING: Rect = { x: 0, y: 0, width: 0, height: 0 };
const around = (one: Rect, other: Rect): Rect =>
  one.width === 0 ? other : other.width === 0 ? one : union(one, other);

/** Cut-out at preview size with its strokes. Repaints only what a change can have touched. */
export class CutOutLayer {
  /** Finished strokes and the one being drawn. */
  readonly pixels: OwnPixels;
  readonly #frame: Size;
  readonly #original: OwnPixels;
  readonly #cutOut: OwnPixels;
  /** Finished strokes only. */
  readonly #made: OwnPixels;
  #strokes: readonly Applied[] = [];

  constructor(frame: Size, { original, cutOut }: { readonly original: OwnPixels; readonly cutOut: OwnPixels }) {
    this.#frame = frame;
    this.#original = original;
    this.#cutOut = cutOut;
    this.#made = createPixels(cutOut);
    this.pixels = createPixels(cutOut);
    copyRect(cutOut, this.#made, wholeOf(cutOut));
    copyRect(cutOut, this.pixels, wholeOf(cutOut));
  }

  /** Replaces all strokes. @returns the pixels that may have changed; width 0 if none */
  setStrokes(strokes: readonly Applied[]): Rect {
    let same = 0;
    while (same < strokes.length && isSame(strokes[same], this.#strokes[same])) same++;
    const changed = [...this.#strokes.slice(same), ...strokes.slice(same)];
    const dirty = changed.map(({ coverage }) => this.#rectOf(coverage)).reduce(around, NOTHING);
    this.#strokes = strokes;
    if (dirty.width === 0) return dirty;
    copyRect(this.#cutOut, this.#made, dirty);
    for (const stroke of strokes) this.#apply(this.#made, stroke, dirty);
    copyRect(this.#made, this.pixels, dirty);
    return dirty;
  }

  /** Draws a stroke in progress over the finished ones. @param within its new pixels */
  drawLive(mode: StrokeMode, mask: Mask, within: Rect): void {
    copyRect(this.#made, this.pixels, within);
    const area = { x: 0, y: 0, width: this.#frame.width, height: this.#frame.height };
    this.#apply(this.pixels, { mode, coverage: { area, mask } }, within);
  }

  clearLive(): void {
    copyRect(this.#made, this.pixels, wholeOf(this.#made));
  }

  #rectOf(coverage: Coverage | LaidPatch): Rect {
    return 'rect' in coverage ? coverage.rect : layerRect(coverage.area, this.#frame, this.#cutOut);
  }

  #apply(pixels: OwnPixels, { mode, coverage }: Applied, within: Rect): void {
    if (mode === 'refine') {
      applyPatch(pixels, coverage, within);
      return;
    }
    const layer = { mode, box: coverage.area, mask: coverage.mask };
    applyMask(pixels, layer, { frame: this.#frame, original: this.#original, within });
  }
}

const isSame = (one: Applied | undefined, other: Applied | undefined): boolean =>
  one !== undefined && one.mode === other?.mode && one.coverage === other.coverage;
