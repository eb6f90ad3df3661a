import { createMask, createPixels, type Mask } from '@clearcut/scene/raster';
import { applyMask } from '@clearcut/scene/masks';
import type { StrokeMode } from '@clearcut/schemas/transaction/scene';
import { expect, test } from 'vitest';
import { BrushStroke } from './brush-stroke.ts';
import { CutOutLayer, type Applied } from './cut-out-layer.ts';

const frame = { width: 400, height: 300 };
const size = { width: 100, height: 75 };

function noise(seed: number, alpha: boolean) {
  const pixels = createPixels(size);
  let state = seed;
  for (let i = 0; i < pixels.data.length; i++) {
    state = (state * 1103515245 + 12345) % 2147483648;
    pixels.data[i] = i % 4 === 3 && !alpha ? 255 : state >> 16;
  }
  return pixels;
}
const original = noise(1, false);
const cutOut = noise(2, true);

function stroke(mode: StrokeMode, x: number, y: number): Stroke {
  const drawn = new BrushStroke(frame, size, { size: 60, hardness: 0.5 }, null);
  drawn.extend([
    { x, y },
    { x: x + 80, y: y + 20 },
  ]);
  return { mode, coverage: { area: { x: 0, y: 0, ...frame }, mask: drawn.mask } };
}

type Stroke = Extract<Applied, { mode: StrokeMode }>;

function whole(strokes: readonly Stroke[]) {
  const pixels = createPixels(size);
  pixels.data.set(cutOut.data);
  for (const { mode, coverage } of strokes) {
    applyMask(pixels, { mode, box: coverage.area, mask: coverage.mask }, { frame, original });
  }
  return pixels.data;
}

const a = stroke('erase', 50, 50);
const b = stroke('restore', 90, 70);
const c = stroke('erase', 200, 200);

test('adding, removing and restoring strokes gives the same pixels as drawing all at once', () => {
  const layer = new CutOutLayer(frame, { original, cutOut });
  for (const strokes of [[a], [a, b, c], [a], [], [c, b], [b]]) {
    layer.setStrokes(strokes);
    expect(layer.pixels.data).toEqual(whole(strokes));
  }
  expect(layer.setStrokes([b]).width).toBe(0);
});

test('a stroke drawn piece by piece looks like the finished stroke, and undoing it leaves no trace', () => {
  const layer = new CutOutLayer(frame, { original, cutOut });
  layer.setStrokes([a]);
  const live = new BrushStroke(frame, size, { size: 60, hardness: 0.5 }, null);
  for (let x = 60; x <= 240; x += 15) {
    const dirty = live.extend([{ x, y: 120 + (x % 40) }]);
    if (dirty !== undefined) layer.drawLive('erase', live.mask, dirty);
  }
  const made: Applied = { mode: 'erase', coverage: { area: { x: 0, y: 0, ...frame }, mask: live.mask } };
  expect(layer.pixels.data).toEqual(whole([a, made]));
  layer.clearLive();
  expect(layer.pixels.data).toEqual(whole([a]));
});

test('a magic stroke stays in the region where it starts', () => {
  const labels = new Uint16Array(size.width * size.height).map((_, i) => (i % size.width < 50 ? 1 : 2));
  const drawn = new BrushStroke(frame, size, { size: 80, hardness: 1 }, { ...size, labels });
  const covered = (mask: Mask) => [40, 60].map((x) => mask.data[30 * size.width + x]);
  drawn.extend([{ x: 180, y: 122 }]);
  expect(covered(drawn.mask)).toEqual([255, 0]);
  drawn.extend([{ x: 260, y: 122 }]);
  expect(covered(drawn.mask)).toEqual([255, 0]);
  expect(createMask(size).data.length).toBe(drawn.mask.data.length);
});
