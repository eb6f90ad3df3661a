import { applyMask } from '@clearcut/scene/masks';
import { applyPatch, layPatch } from '@clearcut/scene/edge/patches';
import { outputOf } from '@clearcut/scene/geometry';
import type { Pixels, Size } from '@clearcut/scene/raster';
import type { Box, MaskMode, SceneSettings } from '@clearcut/schemas/transaction/scene';
import { decodeGrey, decodePixels } from '../pixels/decode.ts';

/** A retry does not help. */
export class UnreadableEditError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnreadableEditError';
  }
}

export interface EncodedScene {
  readonly frame: Size;
  readonly settings: SceneSettings;
  readonly masks: readonly { readonly mode: MaskMode; readonly box: Box; readonly mask: Uint8Array }[];
  readonly background: Uint8Array | null;
}

/** Otherwise the photo need not be in memory. */
export const needsOriginal = (scene: EncodedScene): boolean => scene.settings.background.base || needsPhoto(scene);

export const needsPhoto = ({ masks }: Pick<EncodedScene, 'masks'>): boolean =>
  masks.some(({ mode }) => mode === 'restore');

/** In place, in order. @throws UnreadableEditError */
export async function applyMasks(
  cutOut: Pixels,
  { frame, masks }: Pick<EncodedScene, 'frame' | 'masks'>,
  original: Pixels | null,
): Promise<void> {
  for (const { mode, box, mask } of masks) {
    if (mode === 'refine') {
      applyPatch(cutOut, layPatch(await orUnreadable('stroke', decodePixels(mask)), box, frame, cutOut));
    } else {
      applyMask(cutOut, { mode, box, mask: await orUnreadable('stroke', decodeGrey(mask)) }, { frame, original });
    }
  }
}

/**
 * Leaves the last averaging to the scene.
 * @throws UnreadableEditError
 */
export async function decodeBackground(
  { background, settings, frame }: EncodedScene,
  scale: number,
): Promise<Pixels | null> {
  if (background === null) return null;
  const { width, height } = outputOf(settings.position, frame, scale);
  return orUnreadable('background', decodePixels(background, { width: width * 4, height: height * 4 }));
}

async function orUnreadable<T>(what: 'stroke' | 'background', decoding: Promise<T>): Promise<T> {
  try {
    return await decoding;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnreadableEditError(`The ${what} cannot be decoded: ${reason}`, { cause: error });
  }
}
