import { Workspace } from '../memory/workspace.ts';
import { decodePart } from '../pixels/decode.ts';
import { fitInside, type Raster, type Size } from '../pixels/raster.ts';
import { resample } from '../planes/resample.ts';
import { DisjointSets } from '../regions/disjoint-sets.ts';
import { wholeOf } from './boxes.ts';
import type { CoarseMatte, Picture } from './look.ts';

interface Ground {
  readonly colour: readonly [number, number, number];
  /** 0..255. */
  readonly noise: number;
}

const BORDER = 2;
/** Levels within which NOISE_SHARE of the border must agree; the subject may cut the rest. */
const MAX_NOISE = 6;
const PLAIN_SHARE = 0.85;
const NOISE_SHARE = 0.98;
/** Longest side. */
const WORKING_SIDE = 1024;
const INK = 48;
/** Levels beyond JPEG's traces beside ink. */
const FAINT_INK = 24;
/** Share of the picture. */
const MIN_INK = 0.001;
/** Share of the ink. */
const MIN_HELD = 0.25;
/** In a line drawing, at most MAX_THICK of the ink is thicker than twice this share of the working side. */
const THIN = 0.005;
const MAX_THICK = 0.05;
/** Share of the picture; smaller ones may be highlights. */
const MIN_REGION = 0.0004;
/** Mean alpha of a region that is subject. */
const SURE = 0.6;
/** Alpha that is subject even in the ground's colour, once deeper than the model's blur. */
const CORE = 0.7;
/** In pixels of the model's input. */
const BLUR = 2;

/**
 * Opens regions of exactly the ground's colour outside the model's subject. In line drawings, where the model lost
 * nearly all ink, guesses all of it.
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
  const blur = Math.ceil(
    (BLUR * Math.max(size.width, size.height)) / Math.max(picture.modelInput.width, picture.modelInput.height),
  );
  if (losesInk(alpha, distance) || isLineDrawing(distance, size))
    return { matte: { ...size, alpha: inkOf(distance, image, ground) }, isGuess: true };
  return {
    matte: openRegions(alpha, distance, image, ground, blur, space) ? { ...size, alpha } : matte,
    isGuess: false,
  };
}

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
  const plain = apart.filter((levels) => levels <= MAX_NOISE);
  if (plain.length < PLAIN_SHARE * apart.length) return undefined;
  return { colour, noise: plain[Math.floor(NOISE_SHARE * (plain.length - 1))]! };
}

function farthest(data: Uint8Array, at: number, [red, green, blue]: Ground['colour']): number {
  return Math.max(Math.abs(data[at]! - red), Math.abs(data[at + 1]! - green), Math.abs(data[at + 2]! - blue));
}

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
  return ink >= MIN_INK * distance.length && held < MIN_HELD * ink;
}

/** Paper enclosed by lines stays, whatever the model says. */
function isLineDrawing(distance: Uint8Array, { width, height }: Size): boolean {
  const reach = Math.max(3, Math.round(THIN * Math.max(width, height)));
  const steps = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => reach * (down * width + right)));
  const isThick = (i: number): boolean => steps.every((step) => (distance[i + step] ?? 0) > FAINT_INK);
  let [ink, thick] = [0, 0];
  for (let i = 0; i < distance.length; i++) {
    if (distance[i]! < INK) continue;
    ink += 1;
    if (isThick(i)) thick += 1;
  }
  return ink >= MIN_INK * distance.length && thick < MAX_THICK * ink;
}

function inkOf(distance: Uint8Array, { width }: Size, { noise }: Ground): Float32Array {
  const inkiest = largestAlong(largestAlong(distance, 1), width);
  const least = tolerance(noise);
  return Float32Array.from(distance, (value, i) =>
    value <= least ? 0 : (value - least) / (Math.max(INK, inkiest[i]!) - least),
  );
}

const largestAlong = (values: Uint8Array, step: number): Uint8Array =>
  values.map((value, i) =>
    Math.max(value, values[i - step] ?? 0, values[i + step] ?? 0, values[i - 2 * step] ?? 0, values[i + 2 * step] ?? 0),
  );

const tolerance = (noise: number): number => noise + 2;

function openRegions(
  alpha: Float32Array,
  distance: Uint8Array,
  { width, height }: Raster,
  { noise }: Ground,
  blur: number,
  space: Workspace,
): boolean {
  const least = tolerance(noise);
  const isCore = coreOf(alpha, width, blur);
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
  const sums = space.floats(width * height, 'zeros');
  for (let i = 0; i < distance.length; i++) if (distance[i]! <= least) sums[regions.find(i)]! += alpha[i]!;
  // A part open to the outer ground is judged by its core; a hole as a whole.
  const outer = new Set<number>();
  for (let x = 0; x < width; x++) outer.add(regions.find(x)).add(regions.find((height - 1) * width + x));
  for (let y = 0; y < height; y++) outer.add(regions.find(y * width)).add(regions.find(y * width + width - 1));
  let isChanged = false;
  for (let i = 0; i < distance.length; i++) {
    if (distance[i]! > least || alpha[i] === 0) continue;
    const root = regions.find(i);
    if (isCore[i] === 1 && outer.has(root)) continue;
    const pixels = regions.sizeOf(root);
    if (pixels < MIN_REGION * distance.length || sums[root]! >= SURE * pixels) continue;
    alpha[i] = 0;
    isChanged = true;
  }
  return isChanged;
}

/** 1 where all within `reach` has at least CORE. */
function coreOf(alpha: Float32Array, width: number, reach: number): Uint8Array {
  const along = (values: Uint8Array, step: number): Uint8Array => {
    const kept = new Uint8Array(values.length);
    // Length of the run so far.
    const runs = new Uint32Array(values.length);
    for (let i = 0; i < values.length; i++) {
      const isStart = step === 1 ? i % width === 0 : i < width;
      runs[i] = values[i] === 0 ? 0 : 1 + (isStart ? reach : runs[i - step]!);
      if (runs[i]! > 2 * reach) kept[i - reach * step] = 1;
    }
    return kept;
  };
  return along(
    along(
      Uint8Array.from(alpha, (value) => (value >= CORE ? 1 : 0)),
      1,
    ),
    width,
  );
}
