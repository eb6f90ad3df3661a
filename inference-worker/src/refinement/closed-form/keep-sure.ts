import { stretch } from '../../planes/alpha.ts';
import { boxMean } from '../../planes/box-filter.ts';
import type { Size } from '../../pixels/raster.ts';
import { Workspace } from '../../memory/workspace.ts';
import { forEachRegion } from '../../planes/regions.ts';
import { atScale } from './working-matte.ts';

/** Alpha that counts as sure, and alpha that shows a subject. */
const SURE = 0.98;
const SHOWN = 0.5;

/** Pixels to an unsure one within which one may be edge. */
const EDGE = 4;

/** Minimum remaining share of a shown subject. */
const MIN_REMAINING = 0.6;

/**
 * In place.
 * @param alpha not contrast-stretched
 * @param first alpha of the first cut-out, contrast-stretched
 */
export function keepInside(alpha: Float32Array, first: Float32Array, size: Size): void {
  using space = new Workspace();
  const sure = space.floats(first.length);
  for (let i = 0; i < sure.length; i++) sure[i] = first[i]! >= SURE ? 1 : 0;
  boxMean(sure, sure, size.width, size.height, atScale(EDGE, size));
  for (let i = 0; i < alpha.length; i++) if (sure[i]! > 1 - 1e-6) alpha[i] = 1;
}

/**
 * Refinement removes subjects whose colours say nothing: a print of dots.
 * @param alpha, first as in `keepInside`
 * @returns above 0 in and around each lost subject; undefined if none
 */
export function lostSubjects(
  alpha: Float32Array,
  first: Float32Array,
  size: Size,
  space: Workspace,
): Float32Array | undefined {
  const shown = space.bytes(first.length);
  for (let i = 0; i < first.length; i++) shown[i] = first[i]! >= SHOWN ? 1 : 0;
  const lost = space.floats(first.length).fill(0);
  let isAnyLost = false;
  forEachRegion(shown, first, size, ({ pixels }) => {
    let [was, is] = [0, 0];
    for (const i of pixels) {
      was += first[i]!;
      is += Math.min(first[i]!, stretch(alpha[i]!));
    }
    if (is >= MIN_REMAINING * was) return;
    isAnyLost = true;
    for (const i of pixels) lost[i] = 1;
  });
  if (!isAnyLost) return undefined;
  boxMean(lost, lost, size.width, size.height, atScale(2 * EDGE, size));
  return lost;
}
