/** Expected values are worked out by hand, in the comments. */
import { expect, test } from 'vitest';
import { boundaryError } from './boundary-error.ts';
import { fMeasureCurve } from './f-measure.ts';
import { holeRecall } from './hole-recall.ts';
import { intersectionOverUnion, meanAbsoluteError } from './overlap.ts';
import { meanScores, scoresOf } from './scores.ts';
import { structureMeasure } from './structure-measure.ts';

const plane = (...values: number[]): Float32Array => new Float32Array(values);

test('overlap: intersection over union, at a threshold of one half', () => {
  // Subject in alpha: 0, 1, 2; in the truth: 1, 2, 3.
  expect(intersectionOverUnion(plane(0.9, 0.5, 1, 0.49), plane(0, 1, 0.5, 1))).toBe(0.5);
  expect(intersectionOverUnion(plane(0, 0.2), plane(0, 0.4))).toBe(1);
  expect(intersectionOverUnion(plane(0, 0.6), plane(0, 0))).toBe(0);
});

test('mean absolute error', () => {
  // (0.1 + 0.5 + 0 + 0.2) / 4
  expect(meanAbsoluteError(plane(0.9, 0.5, 0, 0.8), plane(1, 1, 0, 1))).toBeCloseTo(0.2, 6);
});

test('F-measure: one value per threshold, weighted towards precision', () => {
  const curve = fMeasureCurve(plane(1, 128 / 255, 64 / 255, 0), plane(1, 1, 0, 0))!;
  // t = 0: P = 1/2, R = 1: 1.3 · 0.5 / (0.3 · 0.5 + 1).
  expect(curve[0]).toBeCloseTo(0.65 / 1.15, 10);
  // t = 1 … 64: P = 2/3, R = 1.
  for (const t of [1, 64]) expect(curve[t]).toBeCloseTo((1.3 * (2 / 3)) / 1.2, 10);
  for (const t of [65, 128]) expect(curve[t]).toBe(1);
  // t = 129 … 255: P = 1, R = 1/2.
  for (const t of [129, 255]) expect(curve[t]).toBeCloseTo(0.65 / 0.8, 10);
});

test('F-measure: undefined without a subject, and 0 where none of it was found', () => {
  expect(fMeasureCurve(plane(1, 0), plane(0, 0))).toBeUndefined();
  expect(
    fMeasureCurve(plane(0, 1), plane(1, 0))!
      .subarray(1)
      .every((value) => value === 0),
  ).toBe(true);
});

test('S-measure: a perfect matte, and a subject that fills or leaves the picture', () => {
  const truth = plane(1, 0, 0, 0);
  expect(structureMeasure(truth, truth, { width: 2, height: 2 })).toBeCloseTo(1, 10);
  expect(structureMeasure(plane(0.25, 0.75), plane(0, 0), { width: 2, height: 1 })).toBeCloseTo(0.5, 10);
  expect(structureMeasure(plane(0.9, 0.7), plane(1, 1), { width: 2, height: 1 })).toBeCloseTo(0.8, 6);
});

test('S-measure: half evenness of subject and background, half similarity of the blocks around the centre', () => {
  // Inside 0.9 and 0.5: x = 0.7, σ = 0.282843, 1.4 / (1.49 + 0.282843) = 0.789692. Outside 1 - 0.3: 1.4 / 1.49 =
  // 0.939597. Object: 2/3 · 0.789692 + 1/3 · 0.939597 = 0.839660. Upper block, alpha 0.9, 0.3 and truth 1, 0: means 0.6
  // and 0.5, variances 0.18 + 0.5, covariance 0.3: 4 · 0.6 · 0.5 · 0.3 / (0.61 · 0.68) = 0.867888. Lower: 1. Region:
  // 2/3 · 0.867888 + 1/3 = 0.911925.
  const measured = structureMeasure(plane(0.9, 0.3, 0.5), plane(1, 0, 1), { width: 1, height: 3 });
  expect(measured).toBeCloseTo((0.83966 + 0.911925) / 2, 5);
  // Blocks without likeness count 0. Inside 1.4 / (1.49 + 0.141421), outside 1.8 / (1.81 + 0.141421), half each; half
  // of that.
  const flat = structureMeasure(plane(0.8, 0.6, 0.2, 0), plane(1, 1, 0, 0), { width: 2, height: 2 });
  expect(flat).toBeCloseTo((1.4 / 1.631421 + 1.8 / 1.951421) / 4, 5);
});

test('boundary error: only the band along the truth’s edge counts', () => {
  // The band is 3 wide: 2 pixels on each side of the step.
  const truth = new Float32Array(100).fill(1, 0, 50);
  const alpha = truth.slice();
  alpha[10] = 0;
  alpha[47] = 0;
  expect(boundaryError(alpha, truth, { width: 100, height: 1 })).toBe(0);
  alpha[48] = 0.5;
  alpha[51] = 0.3;
  expect(boundaryError(alpha, truth, { width: 100, height: 1 })).toBeCloseTo(0.8 / 4, 6);
  expect(boundaryError(alpha, new Float32Array(100), { width: 100, height: 1 })).toBeUndefined();
});

test('boundary error: the same across rows as across columns', () => {
  const size = { width: 6, height: 6 };
  const truth = new Float32Array(36).fill(1, 14, 16);
  // The subject's edge and its 6 neighbours; 5 of those 8 pixels are wrong.
  const alpha = truth.slice();
  for (const i of [14, 15, 8, 9, 13]) alpha[i] = 1 - truth[i]!;
  expect(boundaryError(alpha, truth, size)).toBeCloseTo(5 / 8, 10);
});

test('hole recall: counts only the background that the subject encloses, with corners closed', () => {
  // A ring around (1, 1), a hole at (3, 1) closed by corners alone, open background at the right.
  const rows = ['111000', '101010', '111100'];
  const truth = Float32Array.from(rows.join(''), Number);
  const size = { width: 6, height: 3 };
  expect(holeRecall(truth, truth, size)).toBe(1);
  const filled = truth.slice();
  filled[7] = 0.5;
  expect(holeRecall(filled, truth, size)).toBe(0);
  truth[3] = 1;
  filled[3] = 1;
  expect(holeRecall(filled, truth, size)).toBe(0.5);
  expect(holeRecall(plane(1, 0), plane(1, 0), { width: 2, height: 1 })).toBeUndefined();
});

test('hole recall: specks in a mask are no holes', () => {
  const size = { width: 30, height: 30 };
  const truth = new Float32Array(900).fill(1);
  for (const i of [100, 200, 310, 400]) truth[i] = 0;
  expect(holeRecall(truth, truth, size)).toBeUndefined();
  truth[500] = 0;
  expect(holeRecall(truth, truth, size)).toBe(1);
});

test('means leave out pictures that could not be measured', () => {
  const size = { width: 2, height: 1 };
  const perfect = scoresOf(plane(1, 0), plane(1, 0), size);
  const empty = scoresOf(plane(0, 0), plane(0, 0), size);
  // At t = 0, P = 1/2: 0.65 / 1.15.
  const fMean = (255 + 0.65 / 1.15) / 256;
  const means = meanScores([perfect, empty]);
  expect(means).toMatchObject({ iou: 1, mae: 0, fMax: 1, structure: 1, boundary: 0 });
  expect(means.fMean).toBeCloseTo(fMean, 10);
});
