import type { Raster } from '../pixels/raster.ts';
import { Workspace } from '../memory/workspace.ts';
import { estimateForeground, type ColourEstimate } from './foreground.ts';

/**
 * The subject on transparency: estimated foreground colours, and the matte as alpha. No pixel becomes more opaque than
 * in the original. The matte is not multiplied by the original's alpha: found on the picture flattened onto white, it
 * contains it, and edges cut out before would be thinned twice. Wholly transparent pixels are black, which leaks no
 * background and compresses well.
 *
 * @param matte one value per pixel of the image.
 * @param estimate the current one if left out.
 */
export async function cutOut(
  image: Raster,
  matte: Uint8Array,
  space: Workspace,
  estimate?: ColourEstimate,
): Promise<Raster> {
  const { width, height } = image;
  using own = new Workspace();
  const coloursOf = await estimateForeground(image, matte, own, estimate);
  const data = space.bytes(matte.length * 4, 'noughts');
  for (let y = 0; y < height; y++) {
    coloursOf(y, data);
    writeAlpha(y, image, matte, data);
  }
  return { data, width, height, channels: 4 };
}

function writeAlpha(y: number, { width, channels, data: own }: Raster, matte: Uint8Array, data: Uint8Array): void {
  for (let i = y * width, end = i + width; i < end; i++) {
    if (matte[i] === 0) continue;
    const alpha = matte[i]!;
    const opaque = channels === 3 || alpha < own[i * 4 + 3]! ? alpha : own[i * 4 + 3]!;
    if (opaque === 0) data.fill(0, i * 4, i * 4 + 3);
    else data[i * 4 + 3] = opaque;
  }
}
