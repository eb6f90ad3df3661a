import { PREVIEW_MAX_SIDE } from '@clearcut/schemas/constants';
import type { RENDERER_VERSIONS } from '@clearcut/schemas/support/replay/kinds';
import { resize, resizeGrey } from '../pixels/decode.ts';
import { fitInside, type Raster } from '../pixels/raster.ts';
import { fromBytes, unit } from '../planes/alpha.ts';
import { between, mix, type Between } from '../planes/interpolate.ts';
import type { Workspace } from '../memory/workspace.ts';
import type { ColourEstimate, LocalColours } from './blur-fusion.ts';
import { localColours } from './local-colours.ts';
import { localColoursV1 } from './local-colours-v1.ts';
import { findColours } from './shared-colours.ts';

export const COLOUR_ESTIMATES = {
  1: { side: 1024, localColours: localColoursV1 },
  2: { side: 512, localColours },
  3: { side: PREVIEW_MAX_SIDE, localColours },
} as const satisfies Record<(typeof RENDERER_VERSIONS)[number], ColourEstimate>;

/** A change of composition would have to keep the earlier one in `scene/`. */
export type RendererVersion = keyof typeof COLOUR_ESTIMATES;

export const isRendererVersion = (version: number): version is RendererVersion => version in COLOUR_ESTIMATES;

/** Writes row `y` as RGBA from index `at`, leaving transparent pixels alone. */
export type ColourRows = (y: number, into: Uint8Array, at: number) => void;

/**
 * Removes the old background that shows through where alpha is below 1: Blur-Fusion (M. Forte, "Approximate Fast
 * Foreground Colour Estimation", ICIP 2021), F + alpha (I - alpha F - (1 - alpha) B) with local means F and B of
 * subject and ground.
 * @param image not flattened
 * @param space must live until the last row is written
 */
export async function estimateForeground(
  image: Raster,
  matte: Uint8Array,
  space: Workspace,
  estimate: ColourEstimate = COLOUR_ESTIMATES[3],
): Promise<ColourRows> {
  const colours = findColours(image, matte, estimate) ?? (await estimated(image, matte, space, estimate));
  const found = {
    image,
    matte,
    fours: inFours(matte),
    colours,
    across: between(colours.width, image.width),
    down: between(colours.height, image.height),
  };
  return (y, into, at) => writeRow(y, found, into, at);
}

async function estimated(
  image: Raster,
  matte: Uint8Array,
  space: Workspace,
  { side, localColours }: ColourEstimate,
): Promise<LocalColours> {
  const small = await resize(image, fitInside(image, side), space);
  return localColours(small, fromBytes(await resizeGrey(matte, image, small, space), space), space);
}

interface Found {
  readonly image: Raster;
  readonly matte: Uint8Array;
  readonly fours: Uint32Array;
  readonly colours: LocalColours;
  readonly across: Between;
  readonly down: Between;
}

function writeRow(y: number, found: Found, into: Uint8Array, at: number): void {
  const { image, matte, fours } = found;
  const beside = at - y * image.width * 4;
  const end = (y + 1) * image.width;
  for (let i = y * image.width; i < end;) {
    const opaque = matte[i]!;
    const next = opaque === 0 || opaque === 255 ? endOfRun(matte, fours, opaque, i, end) : i + 1;
    if (opaque === 255) copyOpaque(image, i, next, into, beside);
    else if (opaque !== 0) writePixel(y, i, found, into, beside + i * 4);
    i = next;
  }
}

function endOfRun(matte: Uint8Array, fours: Uint32Array, value: number, start: number, end: number): number {
  const four = value === 0 ? 0 : 0xffff_ffff;
  let i = start + 1;
  while (i < end && matte[i] === value) i = (i & 3) === 0 && fours[i >> 2] === four ? i + 4 : i + 1;
  return Math.min(i, end);
}

function inFours(matte: Uint8Array): Uint32Array {
  const aligned = matte.byteOffset % 4 === 0 ? matte : matte.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
}

function copyOpaque({ data, channels }: Raster, start: number, end: number, into: Uint8Array, beside: number): void {
  for (let from = start * channels, to = beside + start * 4; to < beside + end * 4; from += channels, to += 4) {
    into[to] = data[from]!;
    into[to + 1] = data[from + 1]!;
    into[to + 2] = data[from + 2]!;
    into[to + 3] = 255;
  }
}

function writePixel(
  y: number,
  i: number,
  { image, matte, colours, across, down }: Found,
  into: Uint8Array,
  to: number,
): void {
  const x = i - y * image.width;
  const upper = down.low[y]! * colours.width;
  const lower = down.high[y]! * colours.width;
  const share = down.share[y]!;
  const from = i * image.channels;
  const a = matte[i]! / 255;
  for (let channel = 0; channel < 3; channel++) {
    const plane = channel * colours.width * colours.height;
    const subject = read(colours.subject, plane + upper, plane + lower, share, across, x);
    const ground = read(colours.ground, plane + upper, plane + lower, share, across, x);
    const unexplained = image.data[from + channel]! / 255 - a * subject - (1 - a) * ground;
    into[to + channel] = Math.round(unit(subject + a * unexplained) * 255);
  }
  into[to + 3] = matte[i]!;
}

function read(plane: Float32Array, upper: number, lower: number, share: number, across: Between, x: number): number {
  const left = across.low[x]!;
  const right = across.high[x]!;
  const above = mix(plane[upper + left]!, plane[upper + right]!, across.share[x]!);
  const below = mix(plane[lower + left]!, plane[lower + right]!, across.share[x]!);
  return mix(above, below, share);
}
