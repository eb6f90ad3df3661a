import sharp from 'sharp';
import { expect, test } from 'vitest';
import { emptyPicture } from './empty-picture.ts';

test.for([
  { background: null, isMatteAlone: false, pixel: [0, 0, 0, 0] },
  { background: { colour: '#ff8000', opacity: 1 }, isMatteAlone: false, pixel: [255, 128, 0, 255] },
  { background: null, isMatteAlone: true, pixel: [0] },
])('$background, matte alone $isMatteAlone: every pixel is $pixel', async ({ pixel, ...wanted }) => {
  const png = await emptyPicture({ width: 7, height: 5, ...wanted });
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([7, 5]);
  const channels = info.channels;
  for (let at = 0; at < data.length; at += channels) {
    expect([...data.subarray(at, at + pixel.length)]).toEqual(pixel);
  }
});
