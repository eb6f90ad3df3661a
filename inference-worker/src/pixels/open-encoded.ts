import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { toneAt } from './grey-tones.ts';
import { type LightTables, showLight } from './light.ts';
import { type PictureFile, pictureFileOf, turnedSize } from './picture-file.ts';
import { encodePng } from './png.ts';
import type { Box, Size } from './raster.ts';
import { decoding } from './sharp.ts';

export interface Wanted {
  readonly part?: Box;
  /** Default: the part's own. */
  readonly size?: Size | ((whole: Size) => Size);
}

export interface OpenedPicture {
  readonly image: Sharp;
  readonly whole: Size;
}

/** Opens bytes as viewers show them: first frame, upright, 8-bit sRGB. */
export async function openEncoded(bytes: Uint8Array, { part, size }: Wanted = {}): Promise<OpenedPicture> {
  const file = await pictureFileOf(bytes);
  const image = open(file);
  const { width, height, space } = await image.metadata();
  const whole = turnedSize({ width, height }, file.orientation);
  if (part !== undefined) extract(image, storedPart(part, whole, file.orientation));
  if (size !== undefined) {
    const wanted = turnedSize(typeof size === 'function' ? size(whole) : size, file.orientation);
    image.resize(wanted.width, wanted.height, { fit: 'fill' });
  }
  turn(image, file.orientation);
  if (file.greys !== null) return { image: await fromGrey(image, file.greys), whole };
  if (file.light !== null) return { image: await fromLight(image, file.light), whole };
  if (file.deepProfile !== null && (await isSteep(file.deepProfile))) return { image: await fromDeep(image), whole };
  return { image: space === 'rgb16' ? image.pipelineColourspace('srgb') : image, whole };
}

/** Upright, without decoding. */
export async function sizeOfEncoded(bytes: Uint8Array): Promise<Size> {
  const file = await pictureFileOf(bytes);
  return turnedSize(await open(file).metadata(), file.orientation);
}

function open({ bytes, isUnended }: PictureFile): Sharp {
  // Only a warning tells whether rows are missing.
  return sharp(bytes, isUnended ? { ...decoding, failOn: 'warning' } : decoding).toColourspace('srgb');
}

function extract(image: Sharp, { x: left, y: top, width, height }: Box): void {
  image.extract({ left, top, width, height });
}

const TURNS: Readonly<Record<number, { readonly flip?: true; readonly flop?: true; readonly angle?: number }>> = {
  2: { flop: true },
  3: { angle: 180 },
  4: { flip: true },
  5: { flip: true, angle: 90 },
  6: { angle: 90 },
  7: { flop: true, angle: 90 },
  8: { angle: 270 },
};

/** Last: decoders cannot skip detail of a turned picture. */
function turn(image: Sharp, orientation: number): void {
  const { flip, flop, angle } = TURNS[orientation] ?? {};
  if (flip) image.flip();
  if (flop) image.flop();
  if (angle !== undefined) image.rotate(angle);
}

function storedPart({ x, y, width, height }: Box, whole: Size, orientation: number): Box {
  const [right, below] = [whole.width - x - width, whole.height - y - height];
  switch (orientation) {
    case 2:
      return { x: right, y, width, height };
    case 3:
      return { x: right, y: below, width, height };
    case 4:
      return { x, y: below, width, height };
    case 5:
      return { x: y, y: x, width: height, height: width };
    case 6:
      return { x: y, y: right, width: height, height: width };
    case 7:
      return { x: below, y: right, width: height, height: width };
    case 8:
      return { x: below, y: x, width: height, height: width };
    default:
      return { x, y, width, height };
  }
}

async function fromGrey(image: Sharp, { tones, is16Bit }: NonNullable<PictureFile['greys']>): Promise<Sharp> {
  const { samples, info } = await rawOf(image.toColourspace(is16Bit ? 'grey16' : 'b-w'), is16Bit);
  const most = is16Bit ? 65_535 : 255;
  const toneOf = Uint8Array.from({ length: most + 1 }, (_, sample) => Math.round(toneAt(tones, sample / most)));
  return from8Bits(samples, info, (sample, i) =>
    info.channels === 1 || i % 2 === 0 ? toneOf[sample]! : Math.round((sample * 255) / most),
  );
}

const PIXELS_AT_ONCE = 4_096;

async function fromLight(image: Sharp, tables: LightTables): Promise<Sharp> {
  const is16Bit = tables.light.length > 256;
  const { samples, info } = await rawOf(image.toColourspace(is16Bit ? 'rgb16' : 'srgb'), is16Bit);
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.length);
  const count = info.width * info.height;
  for (let from = 0; from < count; from += PIXELS_AT_ONCE) {
    showLight(tables, samples, bytes, info.channels, from, Math.min(count, from + PIXELS_AT_ONCE));
  }
  return openBytes(bytes, info);
}

/** The decoder would leave them in its working space. */
async function fromDeep(image: Sharp): Promise<Sharp> {
  const { samples, info } = await rawOf(image.toColourspace('rgb16').withIccProfile('srgb'), true);
  return from8Bits(samples, info, (sample) => (sample + 128) / 257);
}

async function rawOf(image: Sharp, is16Bit: boolean) {
  const raw = image.raw({ depth: is16Bit ? 'ushort' : 'uchar' });
  const { data, info } = await raw.toBuffer({ resolveWithObject: true });
  return { samples: is16Bit ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data, info };
}

function from8Bits(
  samples: Uint8Array | Uint16Array,
  info: Layout,
  to8Bits: (sample: number, i: number) => number,
): Sharp {
  // In place: each byte lies at or before its sample.
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.length);
  for (let i = 0; i < samples.length; i++) bytes[i] = to8Bits(samples[i]!, i);
  return openBytes(bytes, info);
}

type Layout = Pick<OutputInfo, 'width' | 'height' | 'channels'>;

const openBytes = (bytes: Uint8Array, { width, height, channels }: Layout): Sharp =>
  sharp(bytes, { raw: { width, height, channels }, limitInputPixels: false }).toColourspace('srgb');

const TONES = Uint8Array.from({ length: 256 * 3 }, (_, i) => Math.floor(i / 3));
const BEHIND_HEADER = 33;

/**
 * Whether 8 bits have too few dark tones, as for linear light.
 * @param profile a PNG chunk
 */
async function isSteep(profile: Uint8Array): Promise<boolean> {
  const png = await encodePng({ data: TONES, width: 256, height: 1, channels: 3 });
  const bytes = Buffer.concat([png.subarray(0, BEHIND_HEADER), profile, png.subarray(BEHIND_HEADER)]);
  const shown = await sharp(bytes).toColourspace('srgb').raw().toBuffer();
  return shown.some((tone, i) => i >= 3 && tone - shown[i - 3]! > 2);
}
