import { expect, test } from 'vitest';
import { PREVIEW_MAX_SIDE } from '@clearcut/schemas/constants';
import { DEFAULT_SETTINGS } from '@clearcut/schemas/transaction/scene/constants';
import { Workspace } from '../memory/workspace.ts';
import { mattes, originals } from '../pixels/decode-once.ts';
import { encodeMatte } from '../pixels/encode.ts';
import { openRaster } from '../pixels/sharp.ts';
import { toBytes } from '../planes/alpha.ts';
import { resample } from '../planes/resample.ts';
import { refine } from '../refinement/refine.ts';
import { renderHd } from '../render/render-hd.ts';
import { draw, drawings } from '../testing/scenes.ts';
import { COLOUR_ESTIMATES } from './foreground.ts';
import { findColours } from './shared-colours.ts';

const MODEL = { width: 128, height: 128 };

async function drawn(longest: number) {
  const size = { width: longest, height: Math.round(longest * 0.75) };
  const { image, alpha } = draw(drawings.hair, size);
  const original = await openRaster(image).png().toBuffer();
  const coarse = (await encodeMatte(toBytes(resample(alpha, size, MODEL)), MODEL)).data;
  const { matte } = await refine(original, coarse);
  const scene = { frame: size, settings: DEFAULT_SETTINGS, masks: [], background: null };
  const hd = async (): Promise<Uint8Array> =>
    (await renderHd(scene, original, { encoded: matte.data, isRefined: true })).data;
  const areShared = async (): Promise<boolean> => {
    using space = new Workspace();
    const image = await originals.decode(original, space);
    const { data } = await mattes.decode(matte.data, space);
    return findColours(image, data, COLOUR_ESTIMATES[3]) !== undefined;
  };
  return { hd, areShared };
}

test("an HD file has the same bytes with its preview's colours as with its own", async () => {
  const picture = await drawn(2 * PREVIEW_MAX_SIDE);
  expect(await picture.areShared()).toBe(true);
  const shared = await picture.hd();
  for (let i = 0; i < 4; i++) await drawn(60 + i);
  expect(await picture.areShared()).toBe(false);
  expect(Buffer.compare(await picture.hd(), shared)).toBe(0);
});
