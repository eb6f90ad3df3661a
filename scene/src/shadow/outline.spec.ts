import { DEFAULT_SETTINGS } from '@clearcut/schemas/transaction/scene/constants';
import { expect, test } from 'vitest';
import { compose } from '../compose.ts';
import { createPixels } from '../raster.ts';

/** 20 px, in the middle of 100. */
function square() {
  const pixels = createPixels({ width: 100, height: 100 });
  for (let y = 40; y < 60; y++) for (let x = 40; x < 60; x++) pixels.data.set([200, 0, 0, 255], (y * 100 + x) * 4);
  return pixels;
}

const frame = { width: 500, height: 500 };
const outlined = (scale: number) =>
  compose({
    frame,
    settings: {
      ...DEFAULT_SETTINGS,
      shadow: { kind: 'outline', color: '#ffffff', opacity: 1, blur: 10, offset: { x: 0, y: 0 } },
    },
    scale,
    cutOut: square(),
    original: null,
    background: null,
  });

test.each([1, 2])('an outline has its colour and its width on all sides, at %d× too', (scale) => {
  const { data, width } = outlined(scale);
  const alphaAt = (x: number, y: number) => data[(Math.round(y * scale) * width + Math.round(x * scale)) * 4 + 3];
  // The square reaches from 200 to 300.
  for (const [x, y] of [
    [192, 250],
    [307, 250],
    [250, 192],
    [250, 307],
  ] as const) {
    expect(alphaAt(x, y)).toBe(255);
  }
  expect([alphaAt(186, 250), alphaAt(314, 250), alphaAt(192, 192)]).toEqual([0, 0, 0]);
  const i = (Math.round(250 * scale) * width + Math.round(193 * scale)) * 4;
  expect([...data.subarray(i, i + 3)]).toEqual([255, 255, 255]);
});
