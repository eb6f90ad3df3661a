import type { Position } from '@clearcut/schemas/transaction/scene';
import { DEFAULT_POSITION, DEFAULT_SETTINGS } from '@clearcut/schemas/transaction/scene/constants';
import { expect, test } from 'vitest';
import { sizesOf } from './picture-sizes.ts';

const viewOf = (width: number, height: number, position: Partial<Position>) => ({
  width,
  height,
  settings: { ...DEFAULT_SETTINGS, position: { ...DEFAULT_POSITION, ...position } },
});
const crop = { x: 100, y: 50, width: 300, height: 600 };

test.each([
  ['in its original size', viewOf(1280, 853, {}), [1280, 853], [500, 333]],
  ['smaller than a preview', viewOf(320, 200, {}), [320, 200], [320, 200]],
  ['cropped', viewOf(1280, 960, { crop }), [300, 600], [117, 234]],
  [
    'made for a shop',
    viewOf(1280, 960, { crop: { x: 0, y: 0, width: 900, height: 900 }, output: { width: 2000, height: 2000 } }),
    [2000, 2000],
    [352, 352],
  ],
])('regression: the sizes of a picture %s are those of its files', (_what, view, hd, preview) => {
  const sizes = sizesOf(view);
  expect([sizes.hd.width, sizes.hd.height]).toEqual(hd);
  expect([sizes.preview.width, sizes.preview.height]).toEqual(preview);
});
