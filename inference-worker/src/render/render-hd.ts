import { isDeepStrictEqual } from 'node:util';
import { compose } from '@clearcut/scene/compose';
import { hdScale } from '@clearcut/scene/geometry';
import { RENDERER, DEFAULT_SETTINGS } from '@clearcut/schemas/scene-constants';
import { COLOUR_ESTIMATES, type RendererVersion } from '../cut-out/foreground.ts';
import { Workspace } from '../memory/workspace.ts';
import { decodePixels } from '../pixels/decode.ts';
import { encodeEdited, type EncodedImage } from '../pixels/encode.ts';
import { cutOutFull, type EncodedMatte } from './cut-out-full.ts';
import { applyMasks, decodeBackground, needsOriginal, type EncodedScene } from './scene-pictures.ts';

/**
 * The HD file: what the preview shows, of the original's own pixels.
 * @param original encoded, as uploaded
 * @param version of the renderer; the current one where it is left out
 * @throws UnreadableImageError, UnreadableEditError
 */
export async function renderHd(
  scene: EncodedScene,
  original: Uint8Array,
  matte: EncodedMatte,
  version: RendererVersion = RENDERER.version,
): Promise<EncodedImage> {
  const { frame, settings } = scene;
  const scale = hdScale(settings.position, frame);
  using space = new Workspace();
  const edited = await cutOutFull(original, matte, frame, space, COLOUR_ESTIMATES[version]);
  if (isUntouched(scene) && scale === 1) return await encodeEdited(edited);
  // Decoded a second time, because few scenes need it and it is as large as the cut-out.
  const photo = needsOriginal(scene) ? await decodePixels(original) : null;
  await applyMasks(edited, scene, photo);
  const background = await decodeBackground(scene, scale);
  return await encodeEdited(compose({ frame, settings, scale, cutOut: edited, original: photo, background }));
}

/** Composing would make the same pixels once more: of a large picture a fifth of the worker's memory. */
const isUntouched = ({ settings, masks }: EncodedScene): boolean =>
  masks.length === 0 && isDeepStrictEqual(settings, DEFAULT_SETTINGS);
