import type { PngSpace } from '@clearcut/platform/picture-header/png-colour';
import { type Matrix, matrixBetween } from './primaries.ts';
import {
  curveOf,
  HYBRID_LOG_GAMMA,
  lightOf,
  PEAK,
  PERCEPTUAL_QUANTIZER,
  sceneOf,
  SYSTEM_GAMMA,
  toned,
} from './transfers.ts';

const [BT709, XYZ, BT2020] = [1, 10, 9];
/** Share of red, green and blue in the luminance of BT.2020. */
const [RED, GREEN, BLUE] = [0.2627, 0.678, 0.0593];

/** Converts samples to 8-bit sRGB as Chromium 153 shows them. */
export interface LightTables {
  /** Linear light by sample; of BT.2020 in cd/m² for high dynamic range. */
  readonly light: Float64Array;
  readonly toWorking: Float64Array;
  readonly toScreen: Float64Array;
  readonly isHighRange: boolean;
  readonly isOfScene: boolean;
}

type CodePoints = Extract<PngSpace, { kind: 'code-points' }>;

/** Colours that a profile with one curve and one matrix cannot express, or not at 16 bits. */
export const isBeyondProfiles = (space: PngSpace): space is CodePoints =>
  space.kind === 'code-points' &&
  (space.transfer === PERCEPTUAL_QUANTIZER || space.transfer === HYBRID_LOG_GAMMA || space.primaries === XYZ);

/** @param most highest sample */
export function lightTables(space: CodePoints, most: number): LightTables {
  const { transfer, primaries } = space;
  const isOfScene = transfer === HYBRID_LOG_GAMMA;
  const isHighRange = isOfScene || transfer === PERCEPTUAL_QUANTIZER;
  const curve = isOfScene ? sceneOf : isHighRange ? lightOf : curveOf(space);
  return {
    light: Float64Array.from({ length: most + 1 }, (_, sample) => curve(sample / most)),
    toWorking: flat(matrixBetween(primaries, isHighRange ? BT2020 : BT709)),
    toScreen: flat(matrixBetween(isHighRange ? BT2020 : BT709, BT709)),
    isHighRange,
    isOfScene,
  };
}

const flat = (matrix: Matrix): Float64Array => Float64Array.from(matrix.flat());

/**
 * In a run of pixels from `from` to `to`, each with alpha where `channels` is 4.
 * @param bytes may share memory with `samples`: each byte lies at or before its sample
 */
export function showLight(
  { light, toWorking: w, toScreen: s, isHighRange, isOfScene }: LightTables,
  samples: Uint8Array | Uint16Array,
  bytes: Uint8Array,
  channels: number,
  from: number,
  to: number,
): void {
  const most = light.length - 1;
  for (let at = from * channels; at < to * channels; at += channels) {
    const alpha = channels === 4 ? samples[at + 3]! : most;
    const [r, g, b] = [light[samples[at]!]!, light[samples[at + 1]!]!, light[samples[at + 2]!]!];
    let x = w[0]! * r + w[1]! * g + w[2]! * b;
    let y = w[3]! * r + w[4]! * g + w[5]! * b;
    let z = w[6]! * r + w[7]! * g + w[8]! * b;
    if (isHighRange) {
      const gain = gainOf(x, y, z, isOfScene);
      x *= gain;
      y *= gain;
      z *= gain;
    }
    bytes[at] = encoded(s[0]! * x + s[1]! * y + s[2]! * z);
    bytes[at + 1] = encoded(s[3]! * x + s[4]! * y + s[5]! * z);
    bytes[at + 2] = encoded(s[6]! * x + s[7]! * y + s[8]! * z);
    if (channels === 4) bytes[at + 3] = Math.round((alpha * 255) / most);
  }
}

/** The brightest component decides the tone of all, which keeps the hue. */
function gainOf(x: number, y: number, z: number, isOfScene: boolean): number {
  const brightest = Math.max(x, y, z);
  if (brightest <= 0) return 0;
  const system = isOfScene ? PEAK * Math.max(0, RED * x + GREEN * y + BLUE * z) ** (SYSTEM_GAMMA - 1) : 1;
  const light = brightest * system;
  return (toned(light) / light) * system;
}

function encoded(light: number): number {
  const clipped = light < 0 ? 0 : light > 1 ? 1 : light;
  return Math.round(255 * (clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055));
}
