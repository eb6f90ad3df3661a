import { expect, test } from 'vitest';
import type { Recipe } from './recipe.ts';
import { toInput, toMatte } from './tensors.ts';

const image = { data: new Uint8Array([0, 50, 100, 200, 20, 10]), width: 2, height: 1, channels: 3 } as const;
const input = { width: 2, height: 1, resize: 'fill' } as const;

function recipe(normalise: Recipe['output']['normalise'], noSubjectBelow: number): Recipe {
  return {
    input: { ...input, range: '0..1', mean: [0, 0, 0], std: [1, 1, 1] },
    output: { normalise },
    noSubjectBelow,
    closerLook: false,
  };
}
const matte = (values: number[], normalise: Recipe['output']['normalise'], noSubjectBelow = 0.3): number[] =>
  [...toMatte(new Float32Array(values), recipe(normalise, noSubjectBelow))].map((value) => Number(value.toFixed(4)));

const planes = (range: '0..1' | 'max'): number[] =>
  [...toInput(image, { ...input, mean: [0.5, 0, 0], std: [1, 0.5, 1], range })].map((v) => Number(v.toFixed(4)));

test('input: planes of (value / whole - mean) / std, where whole is 255 or the picture’s own maximum', () => {
  expect(planes('max')).toEqual([-0.5, 0.5, 0.5, 0.2, 0.5, 0.05]);
  expect(planes('0..1')).toEqual([-0.5, 0.2843, 0.3922, 0.1569, 0.3922, 0.0392]);
});

test('input: a black picture has no maximum to divide by, and stays black', () => {
  const black = { ...image, data: new Uint8Array(6) };
  expect([...toInput(black, { ...input, mean: [0, 0, 0], std: [1, 1, 1], range: 'max' })]).toEqual([0, 0, 0, 0, 0, 0]);
});

test('output: unchanged, through a sigmoid, or stretched to 0..1', () => {
  expect(matte([0.2, 0.4, 0.8], 'none')).toEqual([0.2, 0.4, 0.8]);
  expect(matte([-2, 0, 2], 'sigmoid')).toEqual([0.1192, 0.5, 0.8808]);
  expect(matte([0.2, 0.4, 0.6], 'min-max')).toEqual([0, 0.5, 1]);
});

test('output: min-max makes no subject out of noise', () => {
  expect(matte([0.01, 0.02, 0.05], 'min-max', 0.3)).toEqual([0.01, 0.02, 0.05]);
  expect(matte([0.01, 0.02, 0.3125], 'min-max', 0.3125)).toEqual([0, 0.0331, 1]);
  expect(matte([0.7, 0.7], 'min-max')).toEqual([0.7, 0.7]);
});
