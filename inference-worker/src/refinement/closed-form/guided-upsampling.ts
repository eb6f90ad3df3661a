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
  const runs = runsOf(across.low);
  for (let y = 0; y < height; y++) {
    const upper = down.low[y]! * coefficients.width;
    const lower = down.high[y]! * coefficients.width;
    mixRows(coefficients.red, upper, lower, down.share[y]!, red);
    mixRows(coefficients.green, upper, lower, down.share[y]!, green);
    mixRows(coefficients.blue, upper, lower, down.share[y]!, blue);
    mixRows(coefficients.constant, upper, lower, down.share[y]!, constant);
    for (let run = 0; run < runs.length - 1; run++) {
      const start = runs[run]!;
      const end = runs[run + 1]!;
      const low = across.low[start]!;
      const high = across.high[start]!;
      const isFlat =
        constant[low] === constant[high] && isZero(red, green, blue, low) && isZero(red, green, blue, high);
      if (isFlat) {
        matte.fill(stretch(constant[low]!) * 255 + 0.5, y * width + start, y * width + end);
        continue;
      }
      for (let x = start; x < end; x++) {
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
  }
  return matte;
}

/** Where each run of equal values begins, and the end of the last. */
function runsOf(values: Int32Array): Int32Array {
  const starts = [0];
  for (let i = 1; i < values.length; i++) if (values[i] !== values[i - 1]) starts.push(i);
  return Int32Array.from([...starts, values.length]);
}

/** Whether alpha does not depend on the colour there: most of a picture, plainly subject or ground. */
function isZero(red: Float32Array, green: Float32Array, blue: Float32Array, at: number): boolean {
  return red[at] === 0 && green[at] === 0 && blue[at] === 0;
}

function mixRows(plane: Float32Array, upper: number, lower: number, share: number, row: Float32Array): void {
  for (let x = 0; x < row.length; x++) {
    const value = plane[upper + x]!;
    row[x] = value + (plane[lower + x]! - value) * share;
  }
}
