import type { Raster } from '../pixels/raster.ts';
import { Workspace } from '../memory/workspace.ts';
import type { ColourEstimate } from './blur-fusion.ts';
import { estimateForeground } from './foreground.ts';

/**
 * Not multiplied by the original's alpha: the matte contains it, and earlier edges would thin twice. Transparent pixels
 * are black.
 * @param estimate default: the current one
 */
export async function cutOut(
  image: Raster,
  matte: Uint8Array,
  space: Workspace,
  estimate?: ColourEstimate,
): Promise<Raster & { readonly channels: 4 }> {
  const { width, height } = image;
  using own = new Workspace();
  const coloursOf = await estimateForeground(image, matte, own, estimate);
  const data = space.bytes(matte.length * 4, 'zeros');
  for (let y = 0; y < height; y++) {
    coloursOf(y, data, y * width * 4);
    if (image.channels === 4) keepTransparency(y, image, data);
  }
  return { data, width, height, channels: 4 };
}

/**
 * Some rows at a time: all are a third of a large picture's memory.
 * @param image RGB
 * @param space must live until the last row is read
 * @returns until the next call
 */
export async function cutOutRows(
  image: Raster,
  matte: Uint8Array,
  space: Workspace,
  estimate?: ColourEstimate,
): Promise<(first: number, end: number) => Uint8Array> {
  const coloursOf = await estimateForeground(image, matte, space, estimate);
  const stride = image.width * 4;
  let rows = new Uint8Array(0);
  return (first, end) => {
    const length = (end - first) * stride;
    if (rows.length < length) rows = space.bytes(length);
    const made = rows.subarray(0, length).fill(0);
    for (let y = first; y < end; y++) coloursOf(y, made, (y - first) * stride);
    return made;
  };
}

function keepTransparency(y: number, { width, data: own }: Raster, data: Uint8Array): void {
  for (let at = y * width * 4, end = at + width * 4; at < end; at += 4) {
    const opaque = own[at + 3]!;
    if (opaque >= data[at + 3]!) continue;
    if (opaque === 0) data.fill(0, at, at + 4);
    else data[at + 3] = opaque;
  }
}
