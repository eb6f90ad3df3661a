import type { Raster } from '../pixels/raster.ts';
import { Workspace } from '../memory/workspace.ts';
import { estimateForeground, type ColourEstimate } from './foreground.ts';

/**
 * The subject on nothing: estimated foreground colours, and the matte as alpha. A picture that was transparent already stays
 * so: no pixel is more opaque than it came. Nor is the matte multiplied by that alpha: found on the picture as it lies on white, it
 * has it in itself, and the edges of a picture that was cut out before would be thinned once more. Wholly transparent pixels are
 * black, so that nothing of the background is handed out and flat areas compress.
 *
 * @param matte one value a pixel of the image.
 * @param space whose memory the result has.
 * @param estimate how the subject's colours are found; the current way where it is left out.
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

/** Alpha of row `y`, and black where nothing is left of a picture that was transparent. */
function writeAlpha(y: number, { width, channels, data: own }: Raster, matte: Uint8Array, data: Uint8Array): void {
  for (let i = y * width, end = i + width; i < end; i++) {
    if (matte[i] === 0) continue;
    const alpha = matte[i]!;
    const opaque = channels === 3 || alpha < own[i * 4 + 3]! ? alpha : own[i * 4 + 3]!;
    if (opaque === 0) data.fill(0, i * 4, i * 4 + 3);
    else data[i * 4 + 3] = opaque;
  }
}
