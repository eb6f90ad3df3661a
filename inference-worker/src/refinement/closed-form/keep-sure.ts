import { stretch } from '../../planes/alpha.ts';
import { boxMean } from '../../planes/box-filter.ts';
import type { Size } from '../../pixels/raster.ts';
import { Workspace } from '../../memory/workspace.ts';
import { forEachRegion } from './tidy.ts';
import { atScale } from './working-matte.ts';

/** From here on the first cut-out was sure of a pixel, and from here on it shows a subject. */
const SURE = 0.98;
const SHOWN = 0.5;

/** Pixels this near to one that is not sure may be edge. */
const EDGE = 4;

/** Of a subject that the first cut-out showed, this much has to be left: of a wrong one, refinement leaves edges at least. */
const LEFT = 0.6;

/**
 * Keeps the inside of what the first cut-out was sure of. `alpha` is changed in place.
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
 * Finds what was refined away, as happens where colours say nothing: in a print of dots, or with two colours all over.
 * @param alpha not yet contrast-stretched.
 * @param first the first cut-out's alpha at the same size, contrast-stretched.
 * @param space whose memory the result has.
 * @returns more than 0 in and around each subject of which less than LEFT is left; undefined where there is none.
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
