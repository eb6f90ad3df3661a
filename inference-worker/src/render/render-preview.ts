import { compose } from '@clearcut/scene/compose';
import { previewScale } from '@clearcut/schemas/transaction/scene/scales';
import { decodePixels } from '../pixels/decode.ts';
import { encodeEdited, type EncodedImage } from '../pixels/encode.ts';
import { applyMasks, decodeBackground, type EncodedScene } from './scene-pictures.ts';

/**
 * From the same pictures as the editor.
 * @param cutOut unedited, of the same size as `resized`
 */
export async function renderPreview(
  scene: EncodedScene,
  { resized, cutOut }: { readonly resized: Uint8Array; readonly cutOut: Uint8Array },
): Promise<EncodedImage> {
  const { frame, settings } = scene;
  const scale = previewScale(settings.position, frame);
  const original = await decodePixels(resized);
  const edited = await decodePixels(cutOut);
  await applyMasks(edited, scene, original);
  const background = await decodeBackground(scene, scale);
  return encodeEdited(compose({ frame, settings, scale, cutOut: edited, original, background }));
}
