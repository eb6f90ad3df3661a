import { expect, test } from 'vitest';
import '../models/no-telemetry.ts';
import { withoutSmears } from './smears.ts';

const SIDE = 40;

type Block = readonly [x: number, y: number, side: number, alpha: number];

function matteOf(...blocks: Block[]) {
  const alpha = new Float32Array(SIDE * SIDE);
  for (const [left, top, side, value] of blocks) {
    for (let y = top; y < top + side; y++) alpha.fill(value, y * SIDE + left, y * SIDE + left + side);
  }
  return { width: SIDE, height: SIDE, alpha };
}

const SUBJECT: Block = [2, 2, 20, 1];
const SMEAR: Block = [30, 30, 4, 0.6];

test('removes a small unsure part apart from the subject', () => {
  expect(withoutSmears(matteOf(SUBJECT, SMEAR))).toEqual(matteOf(SUBJECT));
});

test('removes a veil without a solid pixel', () => {
  expect(withoutSmears(matteOf(SUBJECT, [30, 30, 4, 0.3]))).toEqual(matteOf(SUBJECT));
});

test.for<[string, ...Block[]]>([
  ['a small part that the model is sure of', SUBJECT, [30, 30, 4, 0.95]],
  ['a large unsure part', SUBJECT, [26, 26, 12, 0.6]],
  ['an unsure part that touches the subject', SUBJECT, [22, 22, 4, 0.6]],
  ['an unsure subject alone', [10, 10, 5, 0.4]],
  ['two unsure parts of the same size', [2, 2, 5, 0.6], [20, 20, 5, 0.6]],
])('%s stays', ([, ...blocks]) => {
  const matte = matteOf(...blocks);
  expect(withoutSmears(matte)).toBe(matte);
});

test('an empty matte stays', () => {
  const matte = matteOf();
  expect(withoutSmears(matte)).toBe(matte);
});
