import type { Raster } from '../../pixels/raster.ts';
import { stretch } from '../../planes/alpha.ts';
import type { GuidedCoefficients } from './guided-filter.ts';
import { between, type Between } from '../../planes/interpolate.ts';

/**
 * Every pixel's alpha comes from its own colour, so edges are as sharp as the picture's.
 * @param image RGB, or RGBA on white
 * @returns contrast-stretched, 8 bits
 */
export function applyGuided(image: Raster, coefficients: GuidedCoefficients): Uint8Array {
  const { width, height } = image;
  const across = between(coefficients.width, width);
  const down = between(coefficients.height, height);
  const plane = (): Float32Array => new Float32Array(coefficients.width);
  const row = { red: plane(), green: plane(), blue: plane(), constant: plane() };
  const matte = new Uint8Array(width * height);
  const runs = runsOf(across.low);
  for (let y = 0; y < height; y++) {
    const upper = down.low[y]! * coefficients.width;
    const lower = down.high[y]! * coefficients.width;
    const share = down.share[y]!;
    mixRows(coefficients.red, upper, lower, share, row.red);
    mixRows(coefficients.green, upper, lower, share, row.green);
    mixRows(coefficients.blue, upper, lower, share, row.blue);
    mixRows(coefficients.constant, upper, lower, share, row.constant);
    applyRow(image, y * width, row, runs, across, matte);
  }
  return matte;
}

type CoefficientRow = Readonly<Record<'red' | 'green' | 'blue' | 'constant', Float32Array>>;

function applyRow(
  image: Raster,
  first: number,
  row: CoefficientRow,
  runs: Int32Array,
  across: Between,
  matte: Uint8Array,
): void {
  for (let run = 0; run < runs.length - 1; run++) {
    const start = runs[run]!;
    const flat = flatRuns(run, runs, row, across);
    if (flat === 0) {
      applyRun(image, first, start, runs[run + 1]!, row, across, matte);
    } else {
      matte.fill(stretch(row.constant[across.low[start]!]!) * 255 + 0.5, first + start, first + runs[run + flat]!);
      run += flat - 1;
    }
  }
}

/** Each begins at the column where the previous one ends. */
function flatRuns(run: number, runs: Int32Array, row: CoefficientRow, across: Between): number {
  let end = run;
  while (end < runs.length - 1 && isFlat(row, across.low[runs[end]!]!, across.high[runs[end]!]!)) end++;
  return end - run;
}

/** Constant regardless of colours: true for most of a picture. */
function isFlat({ red, green, blue, constant }: CoefficientRow, low: number, high: number): boolean {
  return constant[low] === constant[high] && isZero(red, green, blue, low) && isZero(red, green, blue, high);
}

function applyRun(
  { data, channels }: Raster,
  first: number,
  start: number,
  end: number,
  { red, green, blue, constant }: CoefficientRow,
  across: Between,
  matte: Uint8Array,
): void {
  const low = across.low[start]!;
  const high = across.high[start]!;
  for (let x = start; x < end; x++) {
    const share = across.share[x]!;
    const i = first + x;
    const at = i * channels;
    const opacity = channels === 4 ? data[at + 3]! / 255 : 1;
    const white = 255 * (1 - opacity);
    const alpha =
      ((red[low]! + (red[high]! - red[low]!) * share) * (data[at]! * opacity + white) +
        (green[low]! + (green[high]! - green[low]!) * share) * (data[at + 1]! * opacity + white) +
        (blue[low]! + (blue[high]! - blue[low]!) * share) * (data[at + 2]! * opacity + white)) /
        255 +
      constant[low]! +
      (constant[high]! - constant[low]!) * share;
    matte[i] = stretch(alpha) * 255 + 0.5;
  }
}

function runsOf(values: Int32Array): Int32Array {
  const starts = [0];
  for (let i = 1; i < values.length; i++) if (values[i] !== values[i - 1]) starts.push(i);
  return Int32Array.from([...starts, values.length]);
}

function isZero(red: Float32Array, green: Float32Array, blue: Float32Array, at: number): boolean {
  return red[at] === 0 && green[at] === 0 && blue[at] === 0;
}

function mixRows(plane: Float32Array, upper: number, lower: number, share: number, row: Float32Array): void {
  for (let x = 0; x < row.length; x++) {
    const value = plane[upper + x]!;
    row[x] = value + (plane[lower + x]! - value) * share;
  }
}
