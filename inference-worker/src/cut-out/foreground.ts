import type { RENDERER_VERSIONS } from '@clearcut/schemas/support/replay/kinds';
import { resize, resizeGrey } from '../pixels/decode.ts';
import { fitInside, type Raster } from '../pixels/raster.ts';
import { fromBytes, unit } from '../planes/alpha.ts';
import { between, mix, type Between } from '../planes/interpolate.ts';
import type { Workspace } from '../memory/workspace.ts';
import type { LocalColours } from './blur-fusion.ts';
import { localColours } from './local-colours.ts';
import { localColoursV1 } from './local-colours-v1.ts';

/** How the local colours of a small picture are found, and at which longest side: they are smooth, so a larger one reads between them. */
export interface ColourEstimate {
  readonly side: number;
  readonly localColours: (image: Raster, alpha: Float32Array, space: Workspace) => Promise<LocalColours>;
}

/** By the version of the renderer that they belong to. */
export const COLOUR_ESTIMATES = {
  1: { side: 1024, localColours: localColoursV1 },
  2: { side: 512, localColours },
} as const satisfies Record<(typeof RENDERER_VERSIONS)[number], ColourEstimate>;

/**
 * Every renderer that can still be run. The versions compose alike and differ in how the colours of a cut-out are found: a change of the
 * composition would keep the one before it in `scene/`.
 */
export type RendererVersion = keyof typeof COLOUR_ESTIMATES;

export const isRendererVersion = (version: number): version is RendererVersion => version in COLOUR_ESTIMATES;

/** Puts the colours of row `y` into that row of `into`, RGBA of the picture's size. Alpha, and what is wholly transparent, it leaves alone. */
export type ColourRows = (y: number, into: Uint8Array) => void;

/**
 * The subject's own colours, without the old background that shines through wherever alpha is below 1: Blur-Fusion (M. Forte,
 * "Approximate Fast Foreground Colour Estimation", ICIP 2021). A wide pass and a narrow one give the mean colours F and B of
 * subject and ground around each pixel, and the pixel itself settles the rest: F + alpha (I - alpha F - (1 - alpha) B). The
 * means are taken of a small picture and only this last step at the picture's own size, so a large picture needs little memory beside
 * itself.
 *
 * @param image the picture, with the colours it has before any flattening. Where it has alpha of its own, colours of transparent
 *   pixels do not count.
 * @param matte one value a pixel.
 * @param space whose memory there has to be until the last row is written.
 * @returns rows one by one, since all at once are as large as the picture; the picture's own colours where nothing shines through.
 */
export async function estimateForeground(
  image: Raster,
  matte: Uint8Array,
  space: Workspace,
  { side, localColours }: ColourEstimate = COLOUR_ESTIMATES[2],
): Promise<ColourRows> {
  const small = await resize(image, fitInside(image, side), space);
  const alpha = fromBytes(await resizeGrey(matte, image, small, space), space);
  const colours = await localColours(small, alpha, space);
  const found = {
    image,
    matte,
    colours,
    across: between(small.width, image.width),
    down: between(small.height, image.height),
  };
  return (y, into) => writeRow(y, found, into);
}

/** A picture, its matte and its local colours, and where between these each of its pixels lies. */
interface Found {
  readonly image: Raster;
  readonly matte: Uint8Array;
  readonly colours: LocalColours;
  readonly across: Between;
  readonly down: Between;
}

function writeRow(y: number, found: Found, into: Uint8Array): void {
  const { image, matte, colours, across, down } = found;
  const { width, channels, data } = image;
  const upper = down.low[y]! * colours.width;
  const lower = down.high[y]! * colours.width;
  const share = down.share[y]!;
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
      const plane = channel * colours.width * colours.height;
      const subject = read(colours.subject, plane + upper, plane + lower, share, across, x);
      const ground = read(colours.ground, plane + upper, plane + lower, share, across, x);
      const unexplained = data[from + channel]! / 255 - a * subject - (1 - a) * ground;
      into[to + channel] = Math.round(unit(subject + a * unexplained) * 255);
    }
  }
}

/** Between two rows of a plane, by `share` of the lower one, at column `x` of the picture. */
function read(plane: Float32Array, upper: number, lower: number, share: number, across: Between, x: number): number {
  const left = across.low[x]!;
  const right = across.high[x]!;
  const above = mix(plane[upper + left]!, plane[upper + right]!, across.share[x]!);
  const below = mix(plane[lower + left]!, plane[lower + right]!, across.share[x]!);
  return mix(above, below, share);
}
