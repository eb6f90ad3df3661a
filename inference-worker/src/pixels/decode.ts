import type { Pixels } from '@clearcut/scene/raster';
import { PREVIEW_MAX_SIDE } from '@clearcut/schemas/constants';
import type { Workspace } from '../memory/workspace.ts';
import { allSettled } from '../memory/all-settled.ts';
import { fitInside, scaled, type Box, type Raster, type Size } from './raster.ts';
import { openEncoded } from './open-encoded.ts';
import { openGrey, openRaster, toRaster } from './sharp.ts';

/** A retry does not help. */
export class UnreadableImageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnreadableImageError';
  }
}

export interface Preview {
  /** Upright, within PREVIEW_MAX_SIDE; RGBA if the original has alpha. */
  readonly preview: Raster;
  /** RGB, stretched, flattened onto white. */
  readonly modelInput: Raster;
  /** Upright. */
  readonly size: Size;
}

/**
 * Decodes once, small: decoders skip detail of a smaller size.
 * @throws UnreadableImageError
 */
export async function decodePreview(bytes: Uint8Array, input: Size, space: Workspace): Promise<Preview> {
  const { size, working } = await orUnreadable(async () => {
    const { image, whole } = await openEncoded(bytes, { size: (whole) => workingSize(whole, input) });
    return { size: whole, working: adopted(await toRaster(image), space) };
  });
  const opaque = await flattenOntoWhite(working, space);
  const [preview, modelInput] = await allSettled([
    resize(working, fitInside(size, PREVIEW_MAX_SIDE), space),
    resize(opaque, input, space),
  ]);
  return { preview, modelInput, size };
}

/**
 * Flattened onto white.
 * @param part pixels of the upright picture
 * @throws UnreadableImageError
 */
export async function decodePart(bytes: Uint8Array, part: Box, size: Size, space: Workspace): Promise<Raster> {
  const decoded = await orUnreadable(async () => {
    const { image } = await openEncoded(bytes, { part, size });
    return adopted(await toRaster(image), space);
  });
  return flattenOntoWhite(decoded, space);
}

/** @throws UnreadableImageError */
export async function decodeFull(bytes: Uint8Array): Promise<Raster> {
  return orUnreadable(async () => toRaster((await openEncoded(bytes)).image));
}

/**
 * With alpha; no larger than needed to cover `cover`.
 * @throws UnreadableImageError
 */
export async function decodePixels(bytes: Uint8Array, cover?: Size): Promise<Pixels> {
  return orUnreadable(async () => {
    const { image } = await openEncoded(bytes, cover && { size: (whole) => covering(whole, cover) });
    const { data, info } = await image.ensureAlpha().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  });
}

/** For our own mattes: one 8-bit value per pixel. */
export async function decodeGrey(bytes: Uint8Array): Promise<Size & { readonly data: Uint8Array }> {
  const { image } = await openEncoded(bytes);
  const { data, info } = await image.toColourspace('b-w').extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/**
 * Premultiplies, so that transparent pixels do not bleed.
 * @param space owns the result, unless it is `raster` itself
 */
export async function resize(raster: Raster, size: Size, space: Workspace): Promise<Raster> {
  if (raster.width === size.width && raster.height === size.height) return raster;
  return adopted(await toRaster(openRaster(raster).resize(size.width, size.height, { fit: 'fill' })), space);
}

export async function resizePart(
  raster: Raster,
  { x: left, y: top, width, height }: Box,
  size: Size,
  space: Workspace,
): Promise<Raster> {
  const part = openRaster(raster).extract({ left, top, width, height });
  return adopted(await toRaster(part.resize(size.width, size.height, { fit: 'fill' })), space);
}

/** Cubic: the default kernel leaves a ghost two pixels beside each edge. */
export async function resizeGrey(data: Uint8Array, from: Size, to: Size, space: Workspace): Promise<Uint8Array> {
  if (from.width === to.width && from.height === to.height) return data;
  const resized = openGrey(data, from).resize(to.width, to.height, { fit: 'fill', kernel: 'cubic' });
  return space.adopt(await resized.extractChannel(0).raw().toBuffer());
}

/**
 * Models were trained on opaque pictures.
 * @param space owns the result, unless it is `raster` itself
 */
export async function flattenOntoWhite(raster: Raster, space: Workspace): Promise<Raster> {
  if (raster.channels === 3) return raster;
  return adopted(await toRaster(openRaster(raster).flatten({ background: '#fff' })), space);
}

function adopted(raster: Raster, space: Workspace): Raster {
  space.adopt(raster.data);
  return raster;
}

/** Covers preview and model input, at most twice the preview. */
function workingSize(size: Size, input: Size): Size {
  const longest = Math.max(size.width, size.height);
  const forInput = Math.max(input.width / size.width, input.height / size.height);
  const bound = (2 * PREVIEW_MAX_SIDE) / longest;
  return scaled(size, Math.max(PREVIEW_MAX_SIDE / longest, Math.min(forInput, bound)));
}

const covering = (whole: Size, cover: Size): Size =>
  scaled(whole, Math.max(cover.width / whole.width, cover.height / whole.height));

async function orUnreadable<T>(decode: () => Promise<T>): Promise<T> {
  try {
    return await decode();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnreadableImageError(`The picture cannot be decoded: ${reason}`, { cause: error });
  }
}
