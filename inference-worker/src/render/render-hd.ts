import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { compose } from '@clearcut/scene/compose';
import { hdScale } from '@clearcut/schemas/transaction/scene/scales';
import type { Pixels } from '@clearcut/scene/raster';
import { RENDERER, DEFAULT_SETTINGS } from '@clearcut/schemas/transaction/scene/constants';
import { cutOut, cutOutRows } from '../cut-out/cut-out.ts';
import { COLOUR_ESTIMATES, type RendererVersion } from '../cut-out/foreground.ts';
import { Workspace } from '../memory/workspace.ts';
import { decodePixels } from '../pixels/decode.ts';
import { densityOfEncoded } from '../pixels/picture-file.ts';
import { encodeCutOutRows, encodeEdited, type EncodedImage } from '../pixels/encode.ts';
import { cutOutFull, decodeBoth, type EncodedMatte } from './cut-out-full.ts';
import { refuseEmpty, refuseMismatch, type Shown } from './refuse-lost.ts';
import { applyMasks, decodeBackground, needsOriginal, type EncodedScene } from './scene-pictures.ts';

/**
 * @param original encoded
 * @param preview of the unedited cut-out; not compared if left out
 * @throws UnreadableImageError, UnreadableEditError, LostSubjectError
 */
export async function renderHd(
  scene: EncodedScene,
  original: Uint8Array,
  matte: EncodedMatte,
  version: RendererVersion = RENDERER.version,
  preview?: Uint8Array,
): Promise<EncodedImage> {
  const scale = hdScale(scene.settings.position, scene.frame);
  const estimate = COLOUR_ESTIMATES[version];
  const density = await densityOfEncoded(original);
  if (!isUntouched(scene) || scale !== 1) {
    const checkedCutOut = async (space: Workspace): Promise<Pixels> => {
      const full = await cutOutFull(original, matte, scene.frame, space, estimate);
      if (preview !== undefined) await refuseMismatch(full, preview);
      return full;
    };
    return encodeEdited(await composed(scene, original, checkedCutOut, scale), density);
  }
  using space = new Workspace();
  const both = await decodeBoth(original, matte, scene.frame, space);
  const shown = async (picture: Shown): Promise<void> => {
    if (preview !== undefined) await refuseMismatch(picture, preview);
    refuseEmpty(picture);
  };
  if (both.image.channels === 4) {
    const cut = await cutOut(both.image, both.matte, space, estimate);
    await shown(cut);
    return await encodeEdited(cut, density);
  }
  const alpha = { ...scene.frame, data: both.matte, channels: 1 } as const;
  await shown(alpha);
  const read = await cutOutRows(both.image, both.matte, space, estimate);
  return await encodeCutOutRows(read, alpha, density);
}

/** Frees the cut-out before encoding. */
async function composed(
  scene: EncodedScene,
  original: Uint8Array,
  cutOut: (space: Workspace) => Promise<Pixels>,
  scale: number,
): Promise<Pixels> {
  const { frame, settings } = scene;
  using space = new Workspace();
  const edited = await cutOut(space);
  // Decoders return memory with the next turn of the event loop.
  await setImmediate();
  // Few scenes need it, and it is large.
  const photo = needsOriginal(scene) ? await decodePixels(original) : null;
  await applyMasks(edited, scene, photo);
  if (!settings.background.base) refuseEmpty(edited);
  const background = await decodeBackground(scene, scale);
  const made = compose({ frame, settings, scale, cutOut: edited, original: photo, background });
  // The subject may be outside of the crop.
  if (!settings.background.base) refuseEmpty(made);
  return made;
}

/** Composing would copy the same pixels: a fifth of the worker's memory. */
const isUntouched = ({ settings, masks }: EncodedScene): boolean =>
  masks.length === 0 && isDeepStrictEqual(settings, DEFAULT_SETTINGS);
