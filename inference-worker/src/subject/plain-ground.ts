import { Workspace } from '../memory/workspace.ts';
import { decodePart } from '../pixels/decode.ts';
import { fitInside, type Raster, type Size } from '../pixels/raster.ts';
import { resample } from '../planes/resample.ts';
import { DisjointSets } from '../regions/disjoint-sets.ts';
import { wholeOf } from './boxes.ts';
import type { CoarseMatte, Picture } from './looks.ts';

/** Colour that a picture's border has all round. */
interface Ground {
  readonly colour: readonly [number, number, number];
  /** Levels of 255 by which the ground itself differs from it: noise, or the traces of a JPEG. */
  readonly noise: number;
}

/** Pixels of the model's input that count as border. */
const BORDER = 2;
/** A border that differs by more levels than this, in more than one pixel of fifty, is no plain ground. */
const MOST_NOISE = 6;
const PLAIN_SHARE = 0.98;
/** Longest side at which pixels are compared with the ground. */
const WORKING_SIDE = 1024;
/** Levels from which on a pixel is ink, whatever else it may be. */
const INK = 48;
/** Less ink than this share of the picture is a speck. */
const LEAST_INK = 0.001;
/** A matte that holds less of the ink than this does not show what the picture is of. */
const LEAST_HELD = 0.25;
/** Ink nowhere thicker than twice this share of the working side is drawn in lines, but for this much of it. */
const THIN = 0.005;
const MOST_THICK = 0.05;
/** Smaller regions of the ground's colour, as a share of the picture, may as well be highlights. */
const LEAST_REGION = 0.0004;
/** A region of the ground's colour whose mean alpha is at least this is a part of the subject that has that colour. */
const SURE = 0.6;

/**
 * Corrects a matte by what a plain ground tells for certain. Regions of exactly its colour that the model did not take for the subject are
 * open, whether they lie around it or in it. Where the model lost nearly all that stands out, as of line drawings, all of that is the
 * guess. Returns the matte itself where the ground is not plain or tells nothing new.
 */
export async function byPlainGround(
  picture: Picture,
  matte: CoarseMatte,
): Promise<{ readonly matte: CoarseMatte; readonly isGuess: boolean }> {
  const ground = plainGround(picture.modelInput);
  if (ground === undefined) return { matte, isGuess: false };
  using space = new Workspace();
  const size = fitInside(picture.size, WORKING_SIDE);
  const image = await decodePart(picture.bytes, wholeOf(picture.size), size, space);
  const distance = distanceFrom(ground, image, space);
  const alpha = resample(matte.alpha, matte, size).slice();
  if (losesInk(alpha, distance) || isLineDrawing(distance, size, ground))
    return { matte: { ...size, alpha: inkOf(distance, image, ground) }, isGuess: true };
  return { matte: openRegions(alpha, distance, image, ground, space) ? { ...size, alpha } : matte, isGuess: false };
}

/** The colour of a picture's border, if it has one. */
function plainGround({ data, width, height, channels }: Raster): Ground | undefined {
  const border: number[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isInside = y >= BORDER && y < height - BORDER && x >= BORDER && x < width - BORDER;
      if (isInside) x = width - BORDER;
      border.push((y * width + x) * channels);
    }
  }
  const median = (channel: number): number => {
    const values = border.map((at) => data[at + channel]!).sort((a, b) => a - b);
    return values[values.length >> 1]!;
  };
  const colour = [median(0), median(1), median(2)] as const;
  const apart = border.map((at) => farthest(data, at, colour)).sort((a, b) => a - b);
  const noise = apart[Math.floor(PLAIN_SHARE * (apart.length - 1))]!;
  return noise <= MOST_NOISE ? { colour, noise } : undefined;
}

function farthest(data: Uint8Array, at: number, [red, green, blue]: Ground['colour']): number {
  return Math.max(Math.abs(data[at]! - red), Math.abs(data[at + 1]! - green), Math.abs(data[at + 2]! - blue));
}

/** Of each pixel, in levels. */
function distanceFrom({ colour }: Ground, { data, width, height, channels }: Raster, space: Workspace): Uint8Array {
  const distance = space.bytes(width * height);
  for (let i = 0; i < distance.length; i++) distance[i] = farthest(data, i * channels, colour);
  return distance;
}

function losesInk(alpha: Float32Array, distance: Uint8Array): boolean {
  let [ink, held] = [0, 0];
  for (let i = 0; i < distance.length; i++) {
    if (distance[i]! < INK) continue;
    ink += 1;
    held += alpha[i]!;
  }
  return ink >= LEAST_INK * distance.length && held < LEAST_HELD * ink;
}

/** Ground all over, but for lines: what those enclose is paper, whatever the model takes it for. */
function isLineDrawing(distance: Uint8Array, { width, height }: Size, { noise }: Ground): boolean {
  const reach = Math.max(3, Math.round(THIN * Math.max(width, height)));
  const steps = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => reach * (down * width + right)));
  const isThick = (i: number): boolean => steps.every((step) => (distance[i + step] ?? 0) > tolerance(noise));
  let [ink, thick] = [0, 0];
  for (let i = 0; i < distance.length; i++) {
    if (distance[i]! < INK) continue;
    ink += 1;
    if (isThick(i)) thick += 1;
  }
  return ink >= LEAST_INK * distance.length && thick < MOST_THICK * ink;
}

/** How much nearer to the inkiest pixel around it than to the ground each pixel is. */
function inkOf(distance: Uint8Array, { width }: Size, { noise }: Ground): Float32Array {
  const inkiest = largestAlong(largestAlong(distance, 1), width);
  const least = tolerance(noise);
  return Float32Array.from(distance, (value, i) => (value <= least ? 0 : (value - least) / (inkiest[i]! - least)));
}

/** The largest of each value and two on either side, `step` apart. */
const largestAlong = (values: Uint8Array, step: number): Uint8Array =>
  values.map((value, i) =>
    Math.max(value, values[i - step] ?? 0, values[i + step] ?? 0, values[i - 2 * step] ?? 0, values[i + 2 * step] ?? 0),
  );

const tolerance = (noise: number): number => noise + 2;

/** Makes regions of the ground's colour transparent in `alpha`, and says whether there were any. */
function openRegions(
  alpha: Float32Array,
  distance: Uint8Array,
  { width, height }: Raster,
  { noise }: Ground,
  space: Workspace,
): boolean {
  const least = tolerance(noise);
  const regions = new DisjointSets(width * height, space);
  const join = (one: number, other: number) => {
    const [a, b] = [regions.find(one), regions.find(other)];
    if (a !== b) regions.join(a, b);
  };
  for (let i = 0; i < distance.length; i++) {
    if (distance[i]! > least) continue;
    if (i % width > 0 && distance[i - 1]! <= least) join(i, i - 1);
    if (i >= width && distance[i - width]! <= least) join(i, i - width);
  }
  const sums = space.floats(width * height, 'noughts');
  for (let i = 0; i < distance.length; i++) if (distance[i]! <= least) sums[regions.find(i)]! += alpha[i]!;
  let isChanged = false;
  for (let i = 0; i < distance.length; i++) {
    if (distance[i]! > least || alpha[i] === 0) continue;
    const root = regions.find(i);
    const pixels = regions.sizeOf(root);
    if (pixels < LEAST_REGION * distance.length || sums[root]! >= SURE * pixels) continue;
    alpha[i] = 0;
    isChanged = true;
  }
  return isChanged;
}
