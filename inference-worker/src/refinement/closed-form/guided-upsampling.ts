import type { Raster } from '../../pixels/raster.ts';
import { between } from '../../planes/interpolate.ts';
import { module } from '../../wasm/guided-rows.wasm.ts';
import { instantiate, memoryOf, type WithMemory } from '../../wasm/instantiate.ts';
import type { GuidedCoefficients } from './guided-filter.ts';

interface Kernel extends WithMemory {
  mixRows(upper: number, lower: number, to: number, count: number, share: number): void;
  applyRow(
    row: number,
    runs: number,
    runsEnd: number,
    shares: number,
    image: number,
    channels: number,
    matte: number,
  ): void;
}

const kernel = instantiate(module) as Kernel;

/** Red, green, blue and constant. */
const PLANES = 4;
const [FLOAT, DOUBLE] = [4, 8];
const COLUMN = PLANES * DOUBLE;
const PAIR = 16;

/**
 * Every pixel's alpha comes from its own colour, so edges are as sharp as the picture's.
 * @param image RGB, or RGBA on white
 * @returns contrast-stretched, 8 bits
 */
export function applyGuided(image: Raster, coefficients: GuidedCoefficients): Uint8Array {
  const { data, width, height, channels } = image;
  const across = between(coefficients.width, width);
  const down = between(coefficients.height, height);
  const runs = runsOf(across.low, across.high);
  const values = coefficients.width * PLANES;
  const upper = 0;
  const lower = upper + values * FLOAT;
  const row = lower + values * FLOAT;
  const shares = row + values * DOUBLE;
  const runsAt = shares + width * DOUBLE + PAIR;
  const pixels = runsAt + runs.length * Int32Array.BYTES_PER_ELEMENT;
  const made = pixels + width * channels + PAIR;
  const memory = memoryOf(kernel, made + width + PAIR);
  new Float64Array(memory.buffer, shares, width).set(across.share);
  new Int32Array(memory.buffer, runsAt, runs.length).set(runs);
  const rows = new Float32Array(memory.buffer, upper, 2 * values);
  const matte = new Uint8Array(width * height);
  for (let y = 0, [above, below] = [-1, -1]; y < height; y++) {
    if (above !== down.low[y] || below !== down.high[y]) {
      [above, below] = [down.low[y]!, down.high[y]!];
      copyRow(above, coefficients, rows, 0);
      copyRow(below, coefficients, rows, values);
    }
    kernel.mixRows(upper, lower, row, values, down.share[y]!);
    memory.set(data.subarray(y * width * channels, (y + 1) * width * channels), pixels);
    kernel.applyRow(row, runsAt, pixels, shares, pixels, channels, made);
    matte.set(memory.subarray(made, made + width), y * width);
  }
  return matte;
}

function copyRow(y: number, { width, red, green, blue, constant }: GuidedCoefficients, to: Float32Array, at: number) {
  for (let from = y * width, i = at; from < (y + 1) * width; from++, i += PLANES) {
    to[i] = red[from]!;
    to[i + 1] = green[from]!;
    to[i + 2] = blue[from]!;
    to[i + 3] = constant[from]!;
  }
}

/** Each begins where the previous one ends. */
function runsOf(low: Int32Array, high: Int32Array): Int32Array {
  const runs: number[] = [];
  for (let x = 0; x < low.length; x++) {
    if (low[x] === low[x + 1]) continue;
    runs.push(low[x]! * COLUMN, high[x]! * COLUMN, x + 1);
  }
  return Int32Array.from(runs);
}
