import { stretch } from '../../planes/alpha.ts';
import { boxMean } from '../../planes/box-filter.ts';
import type { Size } from '../../pixels/raster.ts';
import { Workspace } from '../../memory/workspace.ts';
import { forEachRegion } from '../../planes/regions.ts';
import { atScale } from './working-matte.ts';

/** Alpha from which the first cut-out was sure of a pixel, and from which it shows a subject. */
const SURE = 0.98;
const SHOWN = 0.5;

/** Pixels. This near to an unsure pixel, one may be edge. */
const EDGE = 4;

/** Minimum share of a shown subject that must remain; of a wrong one, refinement leaves at least edges. */
const LEFT = 0.6;

/**
 * Keeps the inside of the first cut-out's sure parts. Changes `alpha` in place.
 * @param alpha not yet contrast-stretched.
 * @param first the first cut-out's alpha at the same size, contrast-stretched.
 */
export function keepInside(alpha: Float32Array, first: Float32Array, size: Size): void {
  using space = new Workspace();
  const sure = space.floats(first.length);
  for (let i = 0; i < sure.length; i++) sure[i] = first[i]! >= SURE ? 1 : 0;
  boxMean(sure, sure, size.width, size.height, atScale(EDGE, size));
  for (let i = 0; i < alpha.length; i++) if (sure[i]! > 1 - 1e-6) alpha[i] = 1;
}

/**
 * Finds subjects that refinement removed, as happens where colours say nothing: in a print of dots, or with two colours
 * everywhere.
 * @param alpha not yet contrast-stretched.
 * @param first the first cut-out's alpha at the same size, contrast-stretched.
 * @returns above 0 in and around each subject of which less than LEFT remains; undefined if there is none.
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
    if (is >= LEFT * was) return;
    isAnyLost = true;
    for (const i of pixels) lost[i] = 1;
  });
  if (!isAnyLost) return undefined;
  boxMean(lost, lost, size.width, size.height, atScale(2 * EDGE, size));
  return lost;
}
