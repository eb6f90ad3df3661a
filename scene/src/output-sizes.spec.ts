import { DEFAULT_POSITION } from '@clearcut/schemas/transaction/scene/constants';
import { expect, test } from 'vitest';
import { cropForPreset, OUTPUT_PRESET_NAMES, OUTPUT_PRESETS } from './output-sizes.ts';
import { createPixels, type OwnPixels, type Rect } from './raster.ts';

/** In a tenth of its frame's size. */
function block({ x, y, width, height }: Rect): OwnPixels {
  const layer = createPixels({ width: 100, height: 100 });
  for (let v = y; v < y + height; v++) for (let u = x; u < x + width; u++) layer.data[(v * 100 + u) * 4 + 3] = 255;
  return layer;
}
const frame = { width: 1000, height: 1000 };

test.each(OUTPUT_PRESET_NAMES)('the crop for %s has its shape and holds the subject with its margin', (name) => {
  const preset = OUTPUT_PRESETS[name];
  const crop = cropForPreset(block({ x: 30, y: 20, width: 40, height: 30 }), frame, DEFAULT_POSITION, preset)!;
  expect(crop.width / crop.height).toBeCloseTo(preset.width / preset.height, 2);
  expect(crop.x).toBeLessThan(300);
  expect(crop.x + crop.width).toBeGreaterThan(700);
  expect(crop.y).toBeLessThan(200);
  expect(crop.y + crop.height).toBeGreaterThan(500);
});

test('for Amazon the subject fills 85 % of the picture', () => {
  const { width } = cropForPreset(
    block({ x: 30, y: 30, width: 40, height: 40 }),
    frame,
    DEFAULT_POSITION,
    OUTPUT_PRESETS.amazon,
  )!;
  expect(400 / width).toBeCloseTo(0.85, 2);
});

test('a person cut off by the photo stands on the lower edge of the passport photo', () => {
  const person = block({ x: 20, y: 30, width: 60, height: 70 });
  const { y, height } = cropForPreset(person, frame, DEFAULT_POSITION, OUTPUT_PRESETS.passport)!;
  expect(y + height).toBe(1000);
  expect(y).toBeCloseTo(300 - 700 * 0.12, 0);
});

test('finds nothing to crop to where nothing is cut out', () => {
  expect(cropForPreset(createPixels(frame), frame, DEFAULT_POSITION, OUTPUT_PRESETS.square)).toBeNull();
});
