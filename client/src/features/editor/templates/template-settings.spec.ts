import type { Template } from '@clearcut/schemas/templates/http';
import { DEFAULT_POSITION, TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { expect, test } from 'vitest';
import { settingsOf } from './template-settings.ts';

/** A 20 × 10 subject in a 100 × 80 preview, at (40, 30). */
function cutOut() {
  const data = new Uint8ClampedArray(100 * 80 * 4);
  for (let y = 30; y < 40; y++) for (let x = 40; x < 60; x++) data[(y * 100 + x) * 4 + 3] = 255;
  return { data, width: 100, height: 80 };
}

const framed = { cutOut: cutOut(), frame: { width: 1000, height: 800 }, position: DEFAULT_POSITION };
const template: Template = {
  name: 'Shop',
  background: { ...TRANSPARENT, color: '#ffffff' },
  shadow: null,
  frame: { margin: 10, size: { width: 2000, height: 2000 }, standsBelow: false },
  format: 'jpg',
};

test('a template gives each picture its size, cropped around its own subject', () => {
  expect(settingsOf(template, framed)).toEqual({
    background: template.background,
    shadow: null,
    position: {
      ...DEFAULT_POSITION,
      // 200 × 100 px of the original, plus a margin of a tenth of 200, widened to a square about its middle.
      crop: { x: 380, y: 230, width: 240, height: 240 },
      output: { width: 2000, height: 2000 },
    },
  });
});

test('without a size the file has the pixels of the crop, even if the picture had a size before', () => {
  const before = { ...DEFAULT_POSITION, output: { width: 500, height: 500 } };
  const { position } = settingsOf(
    { ...template, frame: { margin: 0, size: null, standsBelow: false } },
    { ...framed, position: before },
  );
  expect(position).toEqual({ ...DEFAULT_POSITION, crop: { x: 400, y: 300, width: 200, height: 100 } });
});

test('a template without a frame leaves the subject in place; so does a picture without one', () => {
  expect(settingsOf({ ...template, frame: null }, framed)).toEqual({ background: template.background, shadow: null });
  const empty = { data: new Uint8ClampedArray(100 * 80 * 4), width: 100, height: 80 };
  expect(settingsOf(template, { ...framed, cutOut: empty })).not.toHaveProperty('position');
});
