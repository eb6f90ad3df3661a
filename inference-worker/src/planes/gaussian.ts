import { boxOf } from '@clearcut/scene/blur';
import type { Size } from '../pixels/raster.ts';
import { module } from '../wasm/box-means.wasm.ts';
import { instantiate, memoryOf, type WithMemory } from '../wasm/instantiate.ts';

interface Kernel extends WithMemory {
  blurLines(
    from: number,
    fromStride: number,
    to: number,
    toStride: number,
    lanes: number,
    length: number,
    radius: number,
    end: number,
    scale: number,
    zeros: number,
    sums: number,
  ): void;
}

const kernel = instantiate(module) as Kernel;

const [FLOAT, DOUBLE] = [4, 8];
const LANES = 64;

/**
 * As the scene's `gaussian`.
 * @param channels even
 * @param write fills interleaved planes
 * @returns until the next call
 */
export function gaussianOf(
  { width, height }: Size,
  channels: number,
  sigma: number,
  write: (planes: Float32Array) => void,
): Float32Array {
  const { radius, end } = boxOf((sigma * sigma) / 3);
  const scale = 1 / (2 * radius + 1 + 2 * end);
  const stride = width * channels * FLOAT;
  const zeros = 0;
  const sums = zeros + LANES * FLOAT;
  const one = sums + LANES * DOUBLE;
  const other = one + Math.max(LANES * height, width * channels) * FLOAT;
  const at = other + (other - one);
  const { buffer } = memoryOf(kernel, at + height * stride).fill(0, zeros, sums);
  const planes = new Float32Array(buffer, at, height * width * channels);
  write(planes);
  const blur = (first: number, step: number, lanes: number, length: number): void => {
    const own = lanes * FLOAT;
    const box = (from: number, fromStep: number, to: number, toStep: number): void =>
      kernel.blurLines(from, fromStep, to, toStep, lanes, length, radius, end, scale, zeros, sums);
    box(first, step, one, own);
    box(one, own, other, own);
    box(other, own, first, step);
  };
  for (let y = 0; y < height; y++) blur(at + y * stride, channels * FLOAT, channels, width);
  for (let lane = 0; lane < width * channels; lane += LANES) {
    blur(at + lane * FLOAT, stride, Math.min(LANES, width * channels - lane), height);
  }
  return planes;
}
