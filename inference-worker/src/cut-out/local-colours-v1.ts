import { opacityOf, type Raster, type Size } from '../pixels/raster.ts';
import { boxMean } from '../planes/box-filter.ts';
import { cellGrid, type CellGrid } from '../planes/cell-grid.ts';
import { NARROW_RADIUS, NOTHING, WIDE_CELL, WIDE_RADIUS, type LocalColours } from './blur-fusion.ts';

/** Local mean at the grid's pixels; one without weight around it keeps its value. */
type WeightedMean = (values: Float32Array) => Float32Array;

/**
 * Version 1, without the models' runtime, kept for replays.
 * @param alpha 0..1
 */
export async function localColoursV1(image: Raster, alpha: Float32Array): Promise<LocalColours> {
  const { width, height, channels, data } = image;
  const pixels = alpha.length;
  const opacity = opacityOf(image);
  const subject = new Float32Array(pixels);
  const ground = new Float32Array(pixels);
  for (let i = 0; i < pixels; i++) {
    const counts = opacity?.[i] ?? 1;
    subject[i] = alpha[i]! * counts;
    ground[i] = (1 - alpha[i]!) * counts;
  }
  const near = pixelsNearEdges(alpha, image);
  const scale = Math.max(width, height) / 1000;
  const passes = [
    { cell: WIDE_CELL, radius: Math.max(1, Math.round((WIDE_RADIUS * scale) / WIDE_CELL)) },
    { cell: 1, radius: Math.max(1, Math.round(NARROW_RADIUS * scale)) },
  ].map(({ cell, radius }) => {
    const grid = cellGrid(image, cell, near);
    return { subjectMean: weightedMean(subject, grid, radius), groundMean: weightedMean(ground, grid, radius) };
  });

  const colours = { width, height, subject: new Float32Array(pixels * 3), ground: new Float32Array(pixels * 3) };
  const observed = new Float32Array(pixels);
  for (let channel = 0; channel < 3; channel++) {
    const plane = channel * pixels;
    for (let i = 0; i < pixels; i++) {
      observed[i] = data[i * channels + channel]! / 255;
      colours.subject[plane + i] = colours.ground[plane + i] = observed[i]!;
    }
    const foreground = observed.slice();
    const background = observed.slice();
    for (const { subjectMean, groundMean } of passes) {
      const subjects = subjectMean(foreground);
      const grounds = groundMean(background);
      for (let n = 0; n < near.length; n++) {
        const i = near[n]!;
        const a = alpha[i]!;
        const unexplained = observed[i]! - a * subjects[n]! - (1 - a) * grounds[n]!;
        foreground[i] = Math.min(1, Math.max(0, subjects[n]! + a * unexplained));
        background[i] = grounds[n]!;
        colours.subject[plane + i] = subjects[n]!;
        colours.ground[plane + i] = grounds[n]!;
      }
    }
  }
  return colours;
}

/** Within 5 x 5 pixels of an edge, since larger pictures interpolate. */
function pixelsNearEdges(alpha: Float32Array, { width, height }: Size): Int32Array {
  const mean = new Float32Array(alpha.length);
  boxMean(alpha, mean, width, height, 2);
  const isNear = (i: number): boolean => mean[i]! > NOTHING && mean[i]! < 1 - NOTHING;
  let count = 0;
  for (let i = 0; i < mean.length; i++) if (isNear(i)) count++;
  const near = new Int32Array(count);
  for (let i = 0, n = 0; i < mean.length; i++) if (isNear(i)) near[n++] = i;
  return near;
}

function weightedMean(weight: Float32Array, grid: CellGrid, radius: number): WeightedMean {
  const product = new Float32Array(weight.length);
  const cells = new Float32Array(grid.width * grid.height);

  function blurred(plane: Float32Array): Float32Array {
    grid.sum(plane, cells);
    boxMean(cells, cells, grid.width, grid.height, radius);
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
