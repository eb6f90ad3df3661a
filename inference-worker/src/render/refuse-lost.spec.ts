import sharp from 'sharp';
import { expect, test } from 'vitest';
import { DEFAULT_POSITION, DEFAULT_SETTINGS, TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { LostSubjectError, refuseEmpty } from './refuse-lost.ts';
import { renderHd } from './render-hd.ts';

function opaque(width: number, height: number, count: number) {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let pixel = 0; pixel < count; pixel++) data[pixel * 4 + 3] = 255;
  return { data, width, height };
}

test.each([
  [96, 64, 0, true],
  [96, 64, 1, true],
  [96, 64, 15, true],
  [96, 64, 16, false],
  [3, 3, 9, false],
  [1, 1, 1, false],
  [1, 1, 0, true],
])('regression: in %i × %i pixels, %i opaque ones show nothing: %s', (width, height, count, isEmpty) => {
  const check = () => refuseEmpty(opaque(width, height, count));
  if (isEmpty) expect(check).toThrow(LostSubjectError);
  else check();
});

test('regression: does not render a crop beside the subject, unless it has a background', async () => {
  const frame = { width: 200, height: 120 };
  const thing = (ground: string, colour: string) =>
    sharp({ create: { ...frame, channels: 3, background: ground } }).composite([
      { input: { create: { width: 60, height: 60, channels: 3, background: colour } }, left: 100, top: 30 },
    ]);
  const original = await thing('#3060c0', '#d02020').png().toBuffer();
  const matte = { encoded: await thing('#000', '#fff').extractChannel(0).png().toBuffer(), isRefined: true };
  const render = (x: number, background = TRANSPARENT) => {
    const position = { ...DEFAULT_POSITION, crop: { x, y: 40, width: 40, height: 40 } };
    const settings = { ...DEFAULT_SETTINGS, background, position };
    return renderHd({ frame, settings, masks: [], background: null }, original, matte);
  };
  await expect(render(20)).rejects.toThrow(LostSubjectError);
  await render(110);
  await render(20, { ...TRANSPARENT, color: '#ffffff' });
  await render(20, { ...TRANSPARENT, base: true });
});
