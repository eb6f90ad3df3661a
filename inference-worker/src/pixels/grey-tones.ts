import { inflateSync } from 'node:zlib';
import type { PngSpace } from '@clearcut/platform/picture-header/png-colour';
import { curveOf, type Curve } from './transfers.ts';

/** sRGB, 0..255, unrounded, at equal steps of grey. */
export type GreyTones = Float64Array;

const STEPS = 4096;

/** Bounds the decompressed bytes. */
const MAX_PROFILE_BYTES = 1 << 20;

export const tonesOfSpace = (space: PngSpace): GreyTones => tonesBy(curveOf(space));

/**
 * @param chunk iCCP
 * @returns null for another kind, or an invalid profile
 */
export function tonesOfProfile(chunk: Uint8Array): GreyTones | null {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  try {
    const nameEnd = bytes.indexOf(0, 8);
    const profile = inflateSync(bytes.subarray(nameEnd + 2, -4), { maxOutputLength: MAX_PROFILE_BYTES });
    const curve = profile.toString('latin1', 16, 20) === 'GRAY' ? greyCurve(profile) : undefined;
    return curve === undefined ? null : tonesBy(curve);
  } catch {
    return null;
  }
}

export function toneAt(tones: GreyTones, sample: number): number {
  const at = sample * STEPS;
  const low = Math.floor(at);
  const dark = tones[low]!;
  return dark + ((tones[low + 1] ?? dark) - dark) * (at - low);
}

function tonesBy(curve: Curve): GreyTones {
  return Float64Array.from({ length: STEPS + 1 }, (_, n) => {
    const light = Math.min(1, Math.max(0, curve(n / STEPS)));
    return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
  });
}

/** ICC.1:2022, 10.6 and 10.18. */
function greyCurve(profile: Buffer): Curve | undefined {
  const tags = profile.readUInt32BE(128);
  for (let n = 0; n < Math.min(tags, 100); n++) {
    const at = 132 + 12 * n;
    if (profile.toString('latin1', at, at + 4) !== 'kTRC') continue;
    const tag = profile.subarray(profile.readUInt32BE(at + 4));
    const type = tag.toString('latin1', 0, 4);
    return type === 'curv' ? sampled(tag) : type === 'para' ? parametric(tag) : undefined;
  }
  return undefined;
}

function sampled(tag: Buffer): Curve {
  const count = tag.readUInt32BE(8);
  if (count === 0) return (sample) => sample;
  if (count === 1) {
    const exponent = tag.readUInt16BE(12) / 256;
    return (sample) => sample ** exponent;
  }
  const value = (n: number): number => tag.readUInt16BE(12 + 2 * n) / 65_535;
  return (sample) => {
    const at = sample * (count - 1);
    const low = Math.min(count - 2, Math.floor(at));
    return value(low) + (value(low + 1) - value(low)) * (at - low);
  };
}

function parametric(tag: Buffer): Curve | undefined {
  const kind = tag.readUInt16BE(8);
  const count = [1, 3, 4, 5, 7][kind];
  if (count === undefined) return undefined;
  const values = Array.from({ length: count }, (_, n) => tag.readInt32BE(12 + 4 * n) / 65_536);
  const [g = 1, a = 1, b = 0] = values;
  const [c, d, e, f] = [
    [0, 0, 0, 0],
    [0, -b / a, 0, 0],
    [0, -b / a, values[3] ?? 0, values[3] ?? 0],
    [values[3] ?? 0, values[4] ?? 0, 0, 0],
    values.slice(3),
  ][kind]! as [number, number, number, number];
  return (sample) => (sample >= d ? (a * sample + b) ** g + e : c * sample + f);
}
