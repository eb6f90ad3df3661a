import type { Raster } from '../../pixels/raster.ts';
import { stretch } from '../../planes/alpha.ts';
import type { GuidedCoefficients } from './guided-filter.ts';
import { between } from '../../planes/interpolate.ts';

/**
 * Applies guided-filter coefficients, found at a small size, to the picture at its own: every pixel's alpha comes from its
 * own colour, so edges are as sharp as the picture's. Works row by row; beside its result it needs a few rows.
 *
 * @param image RGB, or RGBA which counts as lying on white.
 * @returns contrast-stretched alpha, 8 bits, one value a pixel.
 */
export function applyGuided(image: Raster, coefficients: GuidedCoefficients): Uint8Array {
  const { width, height, channels } = image;
  const across = between(coefficients.width, width);
  const down = between(coefficients.height, height);
  const [red, green, blue, constant] = Array.from({ length: 4 }, () => new Float32Array(coefficients.width)) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const matte = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const upper = down.low[y]! * coefficients.width;
    const lower = down.high[y]! * coefficients.width;
    mixRows(coefficients.red, upper, lower, down.share[y]!, red);
    mixRows(coefficients.green, upper, lower, down.share[y]!, green);
    mixRows(coefficients.blue, upper, lower, down.share[y]!, blue);
    mixRows(coefficients.constant, upper, lower, down.share[y]!, constant);
    for (let x = 0; x < width; x++) {
      const low = across.low[x]!;
      const high = across.high[x]!;
      const share = across.share[x]!;
      const i = y * width + x;
      const at = i * channels;
      const opacity = channels === 4 ? image.data[at + 3]! / 255 : 1;
      const white = 255 * (1 - opacity);
      const alpha =
        ((red[low]! + (red[high]! - red[low]!) * share) * (image.data[at]! * opacity + white) +
          (green[low]! + (green[high]! - green[low]!) * share) * (image.data[at + 1]! * opacity + white) +
          (blue[low]! + (blue[high]! - blue[low]!) * share) * (image.data[at + 2]! * opacity + white)) /
          255 +
        constant[low]! +
        (constant[high]! - constant[low]!) * share;
      matte[i] = stretch(alpha) * 255 + 0.5;
    }
  }
  return matte;
}

function mixRows(plane: Float32Array, upper: number, lower: number, share: number, row: Float32Array): void {
  for (let x = 0; x < row.length; x++) {
    const value = plane[upper + x]!;
    row[x] = value + (plane[lower + x]! - value) * share;
  }
}
