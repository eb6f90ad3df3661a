import type { Raster } from '../pixels/raster.ts';
import { boxMean } from './box-filter.ts';
import { cellGrid, type CellGrid } from './cell-grid.ts';

/** Radii of the two passes, for a picture whose longest side is 1,000 pixels. */
const WIDE_RADIUS = 90;
const NARROW_RADIUS = 6;

/** The wide pass works on squares of this side: its window is so wide that finer steps change nothing visible. */
const WIDE_CELL = 4;

/** A window that holds less than this share of subject (or of background) has no colour of it to give. */
const NOTHING = 1e-6;

/** Local mean of a plane at the unsure pixels, in their order; a pixel with no weight around it keeps its own value. */
type WeightedMean = (values: Float32Array) => Float32Array;

/**
 * The subject's own colours, without the old background that shines through wherever alpha is below 1: Blur-Fusion (M. Forte,
 * "Approximate Fast Foreground Colour Estimation", ICIP 2021), a wide pass and a narrow one. Only pixels with an alpha
 * between 0 and 1 need an estimate, and everything per pixel is done for them alone.
 *
 * @param image the picture, with the colours it has before any flattening.
 * @param alpha the matte, 0..1, one value a pixel.
 * @param opacity the picture's own alpha, 0..1, where it has one: colours of transparent pixels do not count.
 * @returns RGB, 8 bits, interleaved; the picture's own where alpha is 0 or 1.
 */
export function estimateForeground(image: Raster, alpha: Float32Array, opacity?: Float32Array): Uint8Array {
  const pixels = alpha.length;
  const result = new Uint8Array(pixels * 3);
  for (let i = 0; i < pixels; i++) {
    for (let channel = 0; channel < 3; channel++) result[i * 3 + channel] = image.data[i * image.channels + channel]!;
  }
  const unsure = unsurePixels(alpha);
  if (unsure.length === 0) return result;

  const subject = new Float32Array(pixels);
  const ground = new Float32Array(pixels);
  for (let i = 0; i < pixels; i++) {
    const counts = opacity?.[i] ?? 1;
    subject[i] = alpha[i]! * counts;
    ground[i] = (1 - alpha[i]!) * counts;
  }
  const scale = Math.max(image.width, image.height) / 1000;
  const passes = [
    { cell: WIDE_CELL, radius: Math.max(1, Math.round((WIDE_RADIUS * scale) / WIDE_CELL)) },
    { cell: 1, radius: Math.max(1, Math.round(NARROW_RADIUS * scale)) },
  ].map(({ cell, radius }) => {
    const grid = cellGrid(image, cell, unsure);
    return { subjectMean: weightedMean(subject, grid, radius), groundMean: weightedMean(ground, grid, radius) };
  });

  const observed = new Float32Array(pixels);
  for (let channel = 0; channel < 3; channel++) {
    for (let i = 0; i < pixels; i++) observed[i] = result[i * 3 + channel]! / 255;
    const foreground = observed.slice();
    const background = observed.slice();
    for (const { subjectMean, groundMean } of passes) {
      const subjects = subjectMean(foreground);
      const grounds = groundMean(background);
      for (let n = 0; n < unsure.length; n++) {
        const i = unsure[n]!;
        const a = alpha[i]!;
        const unexplained = observed[i]! - a * subjects[n]! - (1 - a) * grounds[n]!;
        foreground[i] = Math.min(1, Math.max(0, subjects[n]! + a * unexplained));
        background[i] = grounds[n]!;
      }
    }
    for (const i of unsure) result[i * 3 + channel] = Math.round(foreground[i]! * 255);
  }
  return result;
}

function unsurePixels(alpha: Float32Array): Int32Array {
  let count = 0;
  for (let i = 0; i < alpha.length; i++) if (alpha[i]! > 0 && alpha[i]! < 1) count++;
  const unsure = new Int32Array(count);
  let next = 0;
  for (let i = 0; i < alpha.length; i++) if (alpha[i]! > 0 && alpha[i]! < 1) unsure[next++] = i;
  return unsure;
}

function weightedMean(weight: Float32Array, grid: CellGrid, radius: number): WeightedMean {
  const product = new Float32Array(weight.length);
  const cells = new Float32Array(grid.width * grid.height);
  const scratch = new Float32Array(cells.length);

  function blurred(plane: Float32Array): Float32Array {
    grid.sum(plane, cells);
    boxMean(cells, cells, grid.width, grid.height, radius, scratch);
    return grid.read(cells);
  }

  const weights = blurred(weight);
  return (values) => {
    for (let i = 0; i < product.length; i++) product[i] = values[i]! * weight[i]!;
    const means = blurred(product);
    for (let n = 0; n < means.length; n++) {
      means[n] = weights[n]! > NOTHING ? means[n]! / weights[n]! : values[grid.pixels[n]!]!;
    }
    return means;
  };
}
