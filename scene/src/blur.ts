import type { Size } from './raster.ts';

/** Fills whole cache lines. */
const LANES = 64;

/** Allows variances between those of whole boxes. */
interface Box {
  readonly radius: number;
  readonly end: number;
}

/**
 * Running means over boxes with fractional ends (Gwosdek et al., "Theoretical Foundations of Gaussian Convolution by
 * Extended Box Filtering", SSVM 2011): exact variance. Zero beyond the edge.
 * @param planes interleaved
 * @param sigma in pixels
 */
export function gaussian(
  planes: Float32Array,
  { width, height }: Size,
  channels: number,
  sigma: number,
  sigmaDown: number = sigma,
): void {
  const stride = width * channels;
  const scratch = new Float32Array(Math.max(stride, LANES * height));
  if (sigma > 0) {
    for (let y = 0; y < height; y++) blurLines(planes.subarray(y * stride, (y + 1) * stride), channels, sigma, scratch);
  }
  if (sigmaDown === 0) return;
  const whole = new Float32Array(LANES * height);
  for (let first = 0; first < stride; first += LANES) {
    const lanes = Math.min(LANES, stride - first);
    const strip = whole.subarray(0, lanes * height);
    for (let y = 0; y < height; y++) copy(planes, y * stride + first, strip, y * lanes, lanes);
    blurLines(strip, lanes, sigmaDown, scratch);
    for (let y = 0; y < height; y++) copy(strip, y * lanes, planes, y * stride + first, lanes);
  }
}

/** `set` needs a view for each call. */
function copy(from: Float32Array, start: number, to: Float32Array, at: number, count: number): void {
  for (let i = 0; i < count; i++) to[at + i] = from[start + i]!;
}

function blurLines(lines: Float32Array, lanes: number, sigma: number, scratch: Float32Array): void {
  const box = boxOf((sigma * sigma) / 3);
  const between = scratch.subarray(0, lines.length);
  boxMean(lines, between, lanes, box);
  boxMean(between, lines, lanes, box);
  boxMean(lines, between, lanes, box);
  lines.set(between);
}

export function boxOf(variance: number): Box {
  const radius = Math.floor((Math.sqrt(1 + 12 * variance) - 1) / 2);
  const end =
    ((2 * radius + 1) * ((radius * (radius + 1)) / 3 - variance)) / (2 * (variance - (radius + 1) * (radius + 1)));
  return { radius, end };
}

function boxMean(from: Float32Array, to: Float32Array, lanes: number, { radius, end }: Box): void {
  const length = from.length / lanes;
  const scale = 1 / (2 * radius + 1 + 2 * end);
  // Running sums of 32-bit floats drift.
  const sums = new Float64Array(lanes);
  for (let i = 0; i <= Math.min(radius, length - 1); i++) {
    for (let lane = 0; lane < lanes; lane++) sums[lane]! += from[i * lanes + lane]!;
  }
  const reach = (radius + 1) * lanes;
  for (let i = 0; i < length; i++) {
    const at = i * lanes;
    // Skipping bounds checks halves the time.
    if (i > radius && i + radius + 1 < length) {
      for (let lane = 0; lane < lanes; lane++) {
        const entering = from[at + reach + lane]!;
        const ends = entering + from[at - reach + lane]!;
        to[at + lane] = (sums[lane]! + end * ends) * scale;
        sums[lane]! += entering - from[at - reach + lanes + lane]!;
      }
      continue;
    }
    const next = i + radius + 1 < length ? at + reach : -1;
    const last = i - radius >= 0 ? at - reach + lanes : -1;
    const before = i - radius - 1 >= 0 ? at - reach : -1;
    for (let lane = 0; lane < lanes; lane++) {
      const entering = next < 0 ? 0 : from[next + lane]!;
      const ends = entering + (before < 0 ? 0 : from[before + lane]!);
      to[at + lane] = (sums[lane]! + end * ends) * scale;
      sums[lane]! += entering - (last < 0 ? 0 : from[last + lane]!);
    }
  }
}
