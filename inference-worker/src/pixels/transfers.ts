import type { PngSpace } from '@clearcut/platform/picture-header/png-colour';

/** g, a, b, c, d of ICC's curve 3: (aX + b)^g from X = d on, cX below. */
export type Parametric = readonly [number, number, number, number, number];

const power = (exponent: number): Parametric => [exponent, 1, 0, 0, 0];
/** As displays show it (ITU-R BT.1886). */
const TELEVISION = power(2.4);
const SRGB: Parametric = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];

export const PERCEPTUAL_QUANTIZER = 16;
export const HYBRID_LOG_GAMMA = 18;

/** ITU-T H.273, table 3. HDR ones hold only for greys. */
const TRANSFERS: Readonly<Record<number, Parametric | Curve>> = {
  1: TELEVISION,
  4: power(2.2),
  5: power(2.8),
  6: TELEVISION,
  7: [1 / 0.45, 1 / 1.1115, 0.1115 / 1.1115, 1 / 4, 0.0912],
  8: power(1),
  11: TELEVISION,
  13: SRGB,
  14: TELEVISION,
  15: TELEVISION,
  [PERCEPTUAL_QUANTIZER]: (sample) => toned(lightOf(sample)),
  17: (sample) => (52.37 / 48) * sample ** 2.6,
  [HYBRID_LOG_GAMMA]: (sample) => toned(displayed(sceneOf(sample))),
};

// SMPTE ST 2084, to at most 10,000 cd/m².
const [M1, M2, C1, C2, C3] = [0.1593017578125, 78.84375, 0.8359375, 18.8515625, 18.6875];

/** @returns cd/m² */
export function lightOf(sample: number): number {
  const root = sample ** (1 / M2);
  return 10_000 * (Math.max(0, root - C1) / (C2 - C3 * root)) ** (1 / M1);
}

function sampleOf(light: number): number {
  const power = (light / 10_000) ** M1;
  return ((C1 + C2 * power) / (1 + C3 * power)) ** M2;
}

/** cd/m². */
const REFERENCE_WHITE = 203;
/** Measured in Chromium 153: 8-bit sRGB at every fourth sample of ST 2084. */
const SHOULDER = [187, 198, 206, 213, 220, 226, 231.5, 236.5, 241.5, 246, 251, 255, 255];
const SHOULDER_FROM = 148;

/** @param light cd/m² @returns linear sRGB */
export function toned(light: number): number {
  const at = (sampleOf(light) * 255 - SHOULDER_FROM) / 4;
  if (at < 0) return (light / REFERENCE_WHITE) * 0.5;
  const low = Math.min(SHOULDER.length - 2, Math.floor(at));
  const [dark, bright] = [SHOULDER[low]!, SHOULDER[low + 1]!];
  return ((Math.min(255, dark + (bright - dark) * (at - low)) / 255 + 0.055) / 1.055) ** 2.4;
}

/** Linear light of the scene, by ARIB STD-B67. */
export function sceneOf(sample: number): number {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073];
  return sample <= 0.5 ? sample ** 2 / 3 : (Math.exp((sample - c) / a) + b) / 12;
}

export const PEAK = 1_000;
/** Fits a display of 1,000 cd/m² (ITU-R BT.2100). */
export const SYSTEM_GAMMA = 1.2;

const displayed = (scene: number): number => PEAK * scene ** SYSTEM_GAMMA;

export type Curve = (sample: number) => number;

export const transferOf = (space: PngSpace): Parametric | Curve =>
  space.kind === 'gamma' ? power(space.exponent) : (TRANSFERS[space.transfer] ?? SRGB);

export function curveOf(space: PngSpace): Curve {
  const curve = transferOf(space);
  if (typeof curve === 'function') return curve;
  const [g, a, b, c, d] = curve;
  return (sample) => (sample >= d ? (a * sample + b) ** g : c * sample);
}
