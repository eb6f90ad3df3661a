import { crc32, deflateSync } from 'node:zlib';
import { swapsSides } from '@clearcut/platform/picture-header/exif';
import type { Density } from '@clearcut/platform/picture-header/format';
import type { PngColour, PngSpace } from '@clearcut/platform/picture-header/png-colour';
import { type Header, readHeader } from '@clearcut/platform/picture-header/read-header';
import { DamagedPictureError, inMemory } from '@clearcut/platform/picture-header/source';
import { type GreyTones, tonesOfProfile, tonesOfSpace } from './grey-tones.ts';
import { iccProfile } from './icc-profile.ts';
import { isBeyondProfiles, type LightTables, lightTables } from './light.ts';
import type { Size } from './raster.ts';

/** In a form that the decoder reads as browsers do. */
export interface PictureFile {
  readonly bytes: Uint8Array;
  /** EXIF, 1 to 8. */
  readonly orientation: number;
  /** A grey PNG that the decoder would misread. */
  readonly greys: { readonly tones: GreyTones; readonly is16Bit: boolean } | null;
  /** A colour PNG that no profile describes. */
  readonly light: LightTables | null;
  /** For a 16-bit colour PNG. */
  readonly deepProfile: Uint8Array | null;
  /** Without its end marker, a JPEG may lack pixels. */
  readonly isUnended: boolean;
}

/** Leaves a damaged file to the decoder, which reports why. */
export async function pictureFileOf(bytes: Uint8Array): Promise<PictureFile> {
  const header = await headerOf(bytes);
  if (header === undefined) return { bytes, ...AS_IS, orientation: 1, isUnended: false };
  const { orientation, colour } = header;
  const isUnended = header.isEnded === false;
  const file =
    colour === undefined ? { bytes: isUnended ? ended(bytes) : bytes, ...AS_IS } : withColours(bytes, colour);
  return { ...file, orientation, isUnended };
}

/** Upright; null if unknown. */
export async function densityOfEncoded(bytes: Uint8Array): Promise<Density | null> {
  const { density, orientation } = (await headerOf(bytes)) ?? { density: null, orientation: 1 };
  return density !== null && swapsSides(orientation) ? { x: density.y, y: density.x } : density;
}

async function headerOf(bytes: Uint8Array): Promise<Header | undefined> {
  try {
    return await readHeader(inMemory(bytes), () => undefined);
  } catch (error) {
    if (error instanceof DamagedPictureError) return undefined;
    throw error;
  }
}

export const turnedSize = ({ width, height }: Size, orientation: number): Size =>
  swapsSides(orientation) ? { width: height, height: width } : { width, height };

const AS_IS = { greys: null, light: null, deepProfile: null } as const;

const END_OF_IMAGE = Uint8Array.of(0xff, 0xd9);

function ended(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes.at(-1) === 0xff ? bytes.subarray(0, -1) : bytes, END_OF_IMAGE]);
}

/** After signature and IHDR. */
const PROFILE_AT = 33;

function withColours(
  bytes: Uint8Array,
  colour: PngColour,
): Pick<PictureFile, 'bytes' | 'greys' | 'light' | 'deepProfile'> {
  const { space, profile, depth, isGrey } = colour;
  const is16Bit = depth === 16;
  const own = profile === null ? undefined : bytes.subarray(profile.start, profile.end);
  if (space === null) {
    if (!is16Bit || own === undefined) return { bytes, ...AS_IS };
    const tones = isGrey ? tonesOfProfile(own) : null;
    return { ...AS_IS, bytes, greys: tones && { tones, is16Bit }, deepProfile: isGrey ? null : own };
  }
  const { start, end } = profile ?? { start: bytes.length, end: bytes.length };
  const light = !isGrey && isBeyondProfiles(space) ? lightTables(space, is16Bit ? 65_535 : 255) : null;
  const chunk = isGrey || light !== null ? new Uint8Array() : profileChunk(space);
  const rest = [bytes.subarray(PROFILE_AT, start), bytes.subarray(end)];
  return {
    bytes: Buffer.concat([bytes.subarray(0, PROFILE_AT), chunk, ...rest]),
    greys: isGrey ? { tones: tonesOfSpace(space), is16Bit } : null,
    light,
    deepProfile: is16Bit && !isGrey && light === null ? chunk : null,
  };
}

function profileChunk(space: PngSpace): Uint8Array {
  const body = Buffer.concat([Buffer.from('iCCPPNG\0\0', 'latin1'), deflateSync(iccProfile(space))]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
