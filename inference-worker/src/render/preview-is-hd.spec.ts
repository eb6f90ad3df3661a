import * as fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { rasterise, strokeBox } from '@clearcut/scene/brush';
import { compose } from '@clearcut/scene/compose';
import type { OwnPixels, Pixels, Size } from '@clearcut/scene/raster';
import { differenceOf } from '@clearcut/scene/testing/difference';
import { drawBackground, drawPicture, SUBJECTS, type SubjectKind } from '@clearcut/scene/testing/pictures';
import { randomScene, type RandomScene } from '@clearcut/scene/testing/scenes';
import { PREVIEW_MAX_SIDE } from '@clearcut/schemas/constants';
import { DEFAULT_SETTINGS } from '@clearcut/schemas/transaction/scene/constants';
import { cutOut } from '../cut-out/cut-out.ts';
import { decodePixels, resize } from '../pixels/decode.ts';
import { fitInside } from '../pixels/raster.ts';
import { encodeCutOut, encodeMatte, encodePreview } from '../pixels/encode.ts';
import { openPixels } from '../pixels/sharp.ts';
import { Workspace } from '../memory/workspace.ts';
import { LostSubjectError } from './refuse-lost.ts';
import { renderHd } from './render-hd.ts';
import { renderPreview } from './render-preview.ts';
import { applyMasks, decodeBackground, type EncodedScene } from './scene-pictures.ts';

// Minutes on a busy machine.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

/** Large enough to resample everything, small enough for two hundred runs. */
const FRAME: Size = { width: 900, height: 630 };
const SEED = 20;
const SCENES = process.env['LONG_TESTS'] === '1' ? 200 : 60;

interface Stored {
  readonly encoded: Record<'original' | 'matte' | 'resized' | 'cutOut', Uint8Array>;
  readonly photo: Pixels;
  readonly whole: Pixels;
}

async function stored(subject: SubjectKind): Promise<Stored> {
  const { original, matte } = drawPicture(subject, FRAME);
  const preview = await resize(asRaster(original), fitInside(FRAME, PREVIEW_MAX_SIDE), new Workspace());
  const whole = await cutOut(asRaster(original), matte.data, new Workspace());
  const encoded = {
    original: await openPixels(original).png({ compressionLevel: 1 }).toBuffer(),
    matte: (await encodeMatte(matte.data, matte)).data,
    resized: (await encodePreview(preview)).data,
    cutOut: (await encodeCutOut(await resize(whole, preview, new Workspace()))).data,
  };
  return { encoded, photo: original, whole };
}

const asRaster = ({ data, width, height }: OwnPixels) => ({
  data: new Uint8Array(data.buffer),
  width,
  height,
  channels: 4 as const,
});

async function encodedScene({ settings, strokes }: RandomScene): Promise<EncodedScene> {
  const masks: EncodedScene['masks'][number][] = [];
  for (const { mode, stroke } of strokes) {
    const box = strokeBox(stroke, FRAME);
    if (box === null) continue;
    const mask = await encodeMatte(rasterise(stroke, box, box).data, box);
    masks.push({ mode, box, mask: mask.data });
  }
  return { frame: FRAME, settings, masks, background: settings.background.id === null ? null : background };
}

async function reducedTo({ width, height }: Size, pixels: Pixels): Promise<Pixels> {
  const data = await openPixels(pixels).resize(width, height, { fit: 'fill' }).raw().toBuffer();
  return { data, width, height };
}

let background: Uint8Array;
const pictures = new Map<SubjectKind, Stored>();
const scenes = [
  ...fc.sample(randomScene(FRAME), { seed: SEED, numRuns: SCENES / 2 }),
  ...fc.sample(randomScene(FRAME, 'studio-white'), { seed: SEED + 1, numRuns: SCENES / 2 }),
];

beforeAll(async () => {
  background = (await encodePreview(asRaster(drawBackground({ width: 900, height: 600 })))).data;
  for (const subject of SUBJECTS) pictures.set(subject, await stored(subject));
});

test(`the scene at full size matches the worker's preview: ${SCENES} random scenes`, async () => {
  for (const random of scenes) {
    const { encoded, photo, whole } = pictures.get(random.subject)!;
    const scene = await encodedScene(random);
    const preview = await decodePixels((await renderPreview(scene, encoded)).data);
    const edited = { ...whole, data: whole.data.slice() };
    await applyMasks(edited, scene, photo);
    const { settings } = scene;
    const behind = await decodeBackground(scene, 1);
    const hd = compose({ frame: FRAME, settings, scale: 1, cutOut: edited, original: photo, background: behind });
    const { mean } = differenceOf(await reducedTo(preview, hd), preview);
    expect(mean, JSON.stringify(random)).toBeLessThanOrEqual(3);
  }
});

test("and so does the worker's HD file", async () => {
  for (const random of scenes.filter((_, i) => i % 25 === 0)) {
    const { encoded } = pictures.get(random.subject)!;
    const scene = await encodedScene(random);
    const preview = await decodePixels((await renderPreview(scene, encoded)).data);
    const matte = { encoded: encoded.matte, isRefined: true };
    const made = renderHd(scene, encoded.original, matte);
    if (!preview.data.some((value, i) => i % 4 === 3 && value > 127)) {
      await expect(made, JSON.stringify(random)).rejects.toThrow(LostSubjectError);
      continue;
    }
    const hd = await decodePixels((await made).data);
    const { mean } = differenceOf(await reducedTo(preview, hd), preview);
    expect(mean, JSON.stringify(random)).toBeLessThanOrEqual(3);
  }
});

test('an unedited picture is the cut-out itself, as the scene would compose it', async () => {
  for (const subject of SUBJECTS) {
    const { encoded, photo, whole } = pictures.get(subject)!;
    const scene = { frame: FRAME, settings: DEFAULT_SETTINGS, masks: [], background: null };
    const matte = { encoded: encoded.matte, isRefined: true };
    const hd = await decodePixels((await renderHd(scene, encoded.original, matte)).data);
    const composed = compose({ ...scene, scale: 1, cutOut: whole, original: photo });
    expect(Buffer.compare(Buffer.from(hd.data), Buffer.from(composed.data)), subject).toBe(0);
  }
});
