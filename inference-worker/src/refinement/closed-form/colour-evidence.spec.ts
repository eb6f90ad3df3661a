import { expect, test } from 'vitest';
import type { Raster } from '../../pixels/raster.ts';
import { Workspace } from '../../memory/workspace.ts';
import { applyColourEvidence } from './colour-evidence.ts';
import { guidedFilter } from '../native/guided-filter.ts';
import { workingMatte } from './working-matte.ts';

const size = { width: 320, height: 240 };
type Colour = readonly [number, number, number];
const CREAM: Colour = [225, 215, 190];
const BLUE: Colour = [40, 70, 140];
const GREEN: Colour = [90, 120, 80];

interface Patch {
  readonly colour: Colour;
  readonly ground: Colour;
  /** The model's alpha. */
  readonly unsure: number;
  /** Left side; the subject, cream above and blue below, ends at 180. */
  readonly x?: number;
}

function scene({ colour, ground, unsure, x: left = 180 }: Patch): {
  image: Raster;
  model: Float32Array;
  middle: number;
} {
  const image: Raster = { ...size, channels: 3, data: new Uint8Array(size.width * size.height * 3) };
  const model = new Float32Array(size.width * size.height);
  for (let i = 0; i < model.length; i++) {
    const [x, y] = [i % size.width, Math.floor(i / size.width)];
    const isSubject = x >= 60 && x < 180 && y >= 40 && y < 210;
    const isPatch = x >= left && x < left + 24 && y >= 100 && y < 150;
    model[i] = isSubject ? 1 : isPatch ? unsure : 0;
    const own = isSubject ? (y < 125 ? CREAM : BLUE) : isPatch ? colour : ground;
    for (let c = 0; c < 3; c++) image.data[i * 3 + c] = own[c]! + ((i * 7919 + c * 104_729) % 31) / 10 - 1.5;
  }
  return { image, model, middle: 125 * size.width + left + 12 };
}

function combined(patch: Patch): number {
  const { image, model, middle } = scene(patch);
  applyColourEvidence(model, image, 0.02, 1, 20);
  return model[middle]!;
}

test('makes a sleeve in the colours of the certain subject nearly solid', () => {
  expect(combined({ colour: CREAM, ground: GREEN, unsure: 0.65 })).toBeGreaterThan(0.9);
});

test('removes a haze in the colours of the certain background', () => {
  expect(combined({ colour: GREEN, ground: GREEN, unsure: 0.6 })).toBeLessThan(0.25);
});

test('ambiguous colours leave the model’s alpha', () => {
  expect(combined({ colour: CREAM, ground: CREAM, unsure: 0.65 })).toBeCloseTo(0.65, 5);
});

test('unknown colours leave the model’s alpha', () => {
  expect(combined({ colour: [200, 60, 60], ground: GREEN, unsure: 0.65 })).toBeCloseTo(0.65, 5);
});

test('does not lift a shadow as dark as the subject where the model leans to the background', () => {
  expect(combined({ colour: BLUE, ground: GREEN, unsure: 0.45 })).toBeCloseTo(0.45, 5);
});

test('does not add a passer-by dressed like the subject', () => {
  expect(combined({ colour: CREAM, ground: GREEN, unsure: 0.65, x: 260 })).toBeCloseTo(0.65, 5);
});

test("the working matte uses them: a wide sleeve is larger than in the model's matte", async () => {
  const { image, model, middle } = scene({ colour: CREAM, ground: GREEN, unsure: 0.65 });
  const matte = await workingMatte(image, model, size, guidedFilter, new Workspace());
  expect(matte[middle]).toBeGreaterThan(0.8);
});
