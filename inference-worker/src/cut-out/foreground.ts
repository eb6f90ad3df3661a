import { resize, resizeGrey } from '../pixels/decode.ts';
import { fitInside, opacityOf, type Raster, type Size } from '../pixels/raster.ts';
import { fromBytes } from '../planes/alpha.ts';
import { boxMean } from '../planes/box-filter.ts';
import { cellGrid, type CellGrid } from '../planes/cell-grid.ts';
import { between } from '../planes/interpolate.ts';

/** Radii of the two passes, for a picture whose longest side is 1,000 pixels. */
const WIDE_RADIUS = 90;
const NARROW_RADIUS = 6;

/** The wide pass works on squares of this side: its window is so wide that finer steps change nothing visible. */
const WIDE_CELL = 4;

/** Longest side at which local means are taken. They are smooth, so a larger picture reads between them. */
const MEANS_SIDE = 1024;

/** A window that holds less than this share of subject (or of background) has no colour of it to give. */
const NOTHING = 1e-6;

/** What subject and ground look like around each pixel, RGB interleaved, 0..1. Where no edge is near: the picture's own colour. */
interface LocalColours extends Size {
  readonly subject: Float32Array;
  readonly ground: Float32Array;
}

/** Local mean of a plane at the grid's pixels, in their order; a pixel with no weight around it keeps its own value. */
type WeightedMean = (values: Float32Array) => Float32Array;

/** Puts the colours of row `y` into that row of `into`, RGBA of the picture's size. Alpha, and what is wholly transparent, it leaves alone. */
export type ColourRows = (y: number, into: Uint8Array) => void;

/**
 * The subject's own colours, without the old background that shines through wherever alpha is below 1: Blur-Fusion (M. Forte,
 * "Approximate Fast Foreground Colour Estimation", ICIP 2021). A wide pass and a narrow one give the mean colours F and B of
 * subject and ground around each pixel, and the pixel itself settles the rest: F + alpha (I - alpha F - (1 - alpha) B). The
 * means are taken at MEANS_SIDE and only this last step at the picture's own size, so a large picture needs little memory beside
 * itself.
 *
 * @param image the picture, with the colours it has before any flattening. Where it has alpha of its own, colours of transparent
 *   pixels do not count.
 * @param matte one value a pixel.
 * @returns rows one by one, since all at once are as large as the picture; the picture's own colours where nothing shines through.
 */
export async function estimateForeground(image: Raster, matte: Uint8Array): Promise<ColourRows> {
  const small = await resize(image, fitInside(image, MEANS_SIDE));
  const colours = localColours(small, fromBytes(await resizeGrey(matte, image, small)));
  const { width, height, channels, data } = image;
  const across = between(small.width, width);
  const down = between(small.height, height);
  return (y, into) => {
    const upper = down.low[y]! * small.width;
    const lower = down.high[y]! * small.width;
    const read = (plane: Float32Array, x: number, channel: number): number => {
      const left = across.low[x]! * 3 + channel;
      const right = across.high[x]! * 3 + channel;
      const above = mix(plane[upper * 3 + left]!, plane[upper * 3 + right]!, across.share[x]!);
      const below = mix(plane[lower * 3 + left]!, plane[lower * 3 + right]!, across.share[x]!);
      return mix(above, below, down.share[y]!);
    };
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const opaque = matte[i]!;
      if (opaque === 0) continue;
      const from = i * channels;
      const to = i * 4;
      // Most of a picture: kept apart from the rest, it takes a quarter of the time.
      if (opaque === 255) {
        into[to] = data[from]!;
        into[to + 1] = data[from + 1]!;
        into[to + 2] = data[from + 2]!;
        continue;
      }
      const a = opaque / 255;
      for (let channel = 0; channel < 3; channel++) {
        const subject = read(colours.subject, x, channel);
        const unexplained = data[from + channel]! / 255 - a * subject - (1 - a) * read(colours.ground, x, channel);
        into[to + channel] = Math.round(Math.min(1, Math.max(0, subject + a * unexplained)) * 255);
      }
    }
  };
}

function localColours(image: Raster, alpha: Float32Array): LocalColours {
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
    for (let i = 0; i < pixels; i++) {
      observed[i] = data[i * channels + channel]! / 255;
      colours.subject[i * 3 + channel] = colours.ground[i * 3 + channel] = observed[i]!;
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
        colours.subject[i * 3 + channel] = subjects[n]!;
        colours.ground[i * 3 + channel] = grounds[n]!;
      }
    }
  }
  return colours;
}

/** The pixels with an edge of the matte in the 5 x 5 pixels around them: a larger picture reads between those, not only on them. */
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

function mix(low: number, high: number, share: number): number {
  return low + (high - low) * share;
}
