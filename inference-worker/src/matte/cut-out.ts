import { opacityOf, type Raster } from '../pixels/raster.ts';
import { estimateForeground } from './foreground.ts';

/**
 * The subject on nothing: estimated foreground colours, and the matte as alpha. A picture that was transparent already stays
 * so: its own alpha multiplies the matte. Wholly transparent pixels are black, so that nothing of the background is handed out
 * and flat areas compress.
 *
 * @param alpha the matte at the image's size, 0..1.
 */
export function cutOut(image: Raster, alpha: Float32Array): Raster {
  const opacity = opacityOf(image);
  const colours = estimateForeground(image, alpha, opacity);
  const data = new Uint8Array(alpha.length * 4);
  for (let i = 0; i < alpha.length; i++) {
    const opaque = Math.round(alpha[i]! * (opacity?.[i] ?? 1) * 255);
    if (opaque === 0) continue;
    data[i * 4] = colours[i * 3]!;
    data[i * 4 + 1] = colours[i * 3 + 1]!;
    data[i * 4 + 2] = colours[i * 3 + 2]!;
    data[i * 4 + 3] = opaque;
  }
  return { data, width: image.width, height: image.height, channels: 4 };
}
