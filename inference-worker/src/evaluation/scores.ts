import type { Size } from '../pixels/raster.ts';
import { boundaryError } from './boundary-error.ts';
import { fMeasureCurve, THRESHOLDS } from './f-measure.ts';
import { holeRecall } from './hole-recall.ts';
import { intersectionOverUnion, meanAbsoluteError } from './overlap.ts';
import { structureMeasure } from './structure-measure.ts';

/** Undefined: not measurable on this picture. */
export interface Scores {
  readonly iou: number;
  readonly mae: number;
  readonly fCurve: Float64Array | undefined;
  readonly structure: number;
  readonly boundary: number | undefined;
  readonly holeRecall: number | undefined;
}

/** Means over the measurable pictures. */
export interface MeanScores {
  readonly iou: number;
  readonly mae: number;
  readonly fMax: number;
  readonly fMean: number;
  readonly structure: number;
  readonly boundary: number;
  readonly holeRecall: number;
}

/** @param alpha, truth 0..1 */
export function scoresOf(alpha: Float32Array, truth: Float32Array, size: Size): Scores {
  return {
    iou: intersectionOverUnion(alpha, truth),
    mae: meanAbsoluteError(alpha, truth),
    fCurve: fMeasureCurve(alpha, truth),
    structure: structureMeasure(alpha, truth, size),
    boundary: boundaryError(alpha, truth, size),
    holeRecall: holeRecall(alpha, truth, size),
  };
}

export function meanScores(all: readonly Scores[]): MeanScores {
  const curves = all.flatMap(({ fCurve }) => (fCurve === undefined ? [] : [fCurve]));
  const curve = Array.from({ length: THRESHOLDS }, (_, t) => mean(curves.map((values) => values[t]!)));
  return {
    iou: mean(all.map(({ iou }) => iou)),
    mae: mean(all.map(({ mae }) => mae)),
    fMax: Math.max(...curve),
    fMean: mean(curve),
    structure: mean(all.map(({ structure }) => structure)),
    boundary: mean(all.flatMap(({ boundary }) => (boundary === undefined ? [] : [boundary]))),
    holeRecall: mean(all.flatMap((one) => (one.holeRecall === undefined ? [] : [one.holeRecall]))),
  };
}

/** NaN for an empty list. */
function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
