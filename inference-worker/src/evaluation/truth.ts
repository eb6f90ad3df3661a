import { decodeFull } from '../pixels/decode.ts';
import { opacityOf, type Size } from '../pixels/raster.ts';

export interface Truth extends Size {
  /** 0..1. */
  readonly alpha: Float32Array;
}

/**
 * The mask's alpha if it has transparent parts, else its grey.
 * @throws UnreadableImageError
 */
export async function readTruth(bytes: Uint8Array): Promise<Truth> {
  const mask = await decodeFull(bytes);
  const { width, height } = mask;
  const opacity = opacityOf(mask);
  if (opacity?.some((value) => value < 1) === true) return { width, height, alpha: opacity };
  const alpha = new Float32Array(width * height);
  for (let i = 0; i < alpha.length; i++) alpha[i] = mask.data[i * mask.channels]! / 255;
  return { width, height, alpha };
}
