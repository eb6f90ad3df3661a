import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_POSITION, DEFAULT_SETTINGS, TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { rasterise, strokeBox } from './brush.ts';
import { compose } from './compose.ts';
import { outputOf } from './geometry.ts';
import type { Scene } from './layer.ts';
import { applyMask, layerRect } from './masks.ts';
import { copyRect, createPixels, type Pixels } from './raster.ts';
import { cutOutOf, drawBackground, drawPicture } from './testing/pictures.ts';
import { randomScene, type RandomScene } from './testing/scenes.ts';

const frame = { width: 96, height: 72 };

function sceneOf({ subject, settings, strokes }: RandomScene, scale = 1): Scene {
  const picture = drawPicture(subject, frame);
  const cutOut = cutOutOf(picture);
  for (const { mode, stroke } of strokes) {
    const box = strokeBox(stroke, frame);
    if (box === null) continue;
    applyMask(cutOut, { mode, box, mask: rasterise(stroke, box, box) }, { frame, original: picture.original });
  }
  return { frame, settings, scale, cutOut, original: picture.original, background: drawBackground(frame) };
}

function partOf(pixels: Pixels, rect: { x: number; y: number; width: number; height: number }): number[] {
  const part: number[] = [];
  for (let y = rect.y; y < Math.min(pixels.height, rect.y + rect.height); y++) {
    const start = (y * pixels.width + rect.x) * 4;
    part.push(...pixels.data.subarray(start, start + Math.min(rect.width, pixels.width - rect.x) * 4));
  }
  return part;
}

test('a part is composed to the same pixels as within the whole', () => {
  fc.assert(
    fc.property(randomScene(frame, 'studio-white'), fc.nat(60), fc.nat(50), (random, x, y) => {
      const scene = sceneOf(random);
      const whole = compose(scene);
      const region = { x: Math.min(x, whole.width - 1), y: Math.min(y, whole.height - 1), width: 20, height: 15 };
      expect([...compose(scene, region).data]).toEqual(partOf(whole, region));
    }),
    { numRuns: 100 },
  );
});

test('untouched settings give the cut-out itself, bit by bit, even through a crop', () => {
  const { original } = drawPicture('leaves', frame);
  const cutOut = cutOutOf(drawPicture('leaves', frame));
  const scene = { frame, scale: 1, cutOut, original, background: null };
  expect(compose({ ...scene, settings: DEFAULT_SETTINGS }).data).toEqual(cutOut.data);
  const crop = { x: 10.3, y: 7.6, width: 30, height: 20 };
  const cropped = compose({ ...scene, settings: { ...DEFAULT_SETTINGS, position: { ...DEFAULT_POSITION, crop } } });
  expect([...cropped.data]).toEqual(partOf(cutOut, { x: 10, y: 8, width: 30, height: 20 }));
  const photo = compose({
    ...scene,
    cutOut: createPixels(frame),
    settings: { ...DEFAULT_SETTINGS, background: { ...TRANSPARENT, base: true } },
  });
  expect(photo.data).toEqual(original.data);
});

test('a quarter turn about the middle is a quarter turn, bit by bit', () => {
  const square = { width: 40, height: 40 };
  const cutOut = cutOutOf(drawPicture('bottle', square));
  const turned = compose({
    frame: square,
    scale: 1,
    cutOut,
    original: null,
    background: null,
    settings: { ...DEFAULT_SETTINGS, position: { ...DEFAULT_POSITION, angle: 90 } },
  });
  for (let y = 0; y < 40; y++) {
    for (let x = 0; x < 40; x++) {
      expect(turned.data[(x * 40 + 39 - y) * 4 + 3]).toBe(cutOut.data[(y * 40 + x) * 4 + 3]);
    }
  }
});

test('a background colour leaves nothing transparent, and an empty cut-out has no shadow, for any settings', () => {
  fc.assert(
    fc.property(randomScene(frame), (random) => {
      const scene = sceneOf(random);
      const onColour = { ...random.settings, background: { ...TRANSPARENT, color: '#336699' } };
      expect(compose({ ...scene, settings: onColour }).data.every((value, i) => i % 4 < 3 || value === 255)).toBe(true);
      const empty = compose({ ...scene, cutOut: createPixels(frame), settings: onColour });
      expect(new Set(new Uint32Array(empty.data.buffer)).size).toBe(1);
    }),
    { numRuns: 50 },
  );
});

test('painting only where a stroke lies touches everything that it changes', () => {
  fc.assert(
    fc.property(randomScene(frame), ({ strokes: [first] }) => {
      if (first === undefined) return;
      const picture = drawPicture('ball', frame);
      const box = strokeBox(first.stroke, frame);
      if (box === null) return;
      const layer = { mode: first.mode, box, mask: rasterise(first.stroke, box, box) };
      const edited = cutOutOf(picture);
      applyMask(edited, layer, { frame, original: picture.original });
      const elsewhere = cutOutOf(picture);
      copyRect(edited, elsewhere, layerRect(box, frame, elsewhere));
      expect(elsewhere.data).toEqual(edited.data);
      copyRect(cutOutOf(picture), edited, layerRect(box, frame, edited));
      expect(edited.data).toEqual(cutOutOf(picture).data);
    }),
  );
});

test("a preview's output is never longer than a preview, and covers what is kept", () => {
  const output = outputOf({ ...DEFAULT_POSITION, crop: { x: -5, y: -5, width: 20, height: 10 } }, frame, 2);
  expect([output.width, output.height]).toEqual([40, 20]);
});
