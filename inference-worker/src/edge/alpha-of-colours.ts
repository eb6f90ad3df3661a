import type { Raster } from '../pixels/raster.ts';
import { boxMean } from '../planes/box-filter.ts';

/** Nearer to 0 or 1 than this, a pixel shows one colour only. */
const CERTAIN = 0.05;
/** Shares of the longer side, tried in turn. */
const WINDOWS = [0.06, 0.18, 0.5] as const;
/** Share of certain pixels at which a window counts in full. */
const ENOUGH = 0.02;
/** Least distance of two colours, 0..1 per channel. */
const APART = 0.3;
/** Farthest a mixture may lie off the line between them. */
const BESIDE = 0.12;
/** Share of the way within which a pixel is wholly one of them. */
const SPREAD = 0.1;
/** Trust from which the earlier alpha no longer counts. */
const TRUSTED = 0.35;

export interface AlphaOfColours {
  /** 0..1. */
  readonly alpha: Float32Array;
  readonly trust: Float32Array;
}

/**
 * Solves I = a F + (1 - a) B with local means F and B of certain subject and ground. A colour off the line between them
 * keeps its alpha.
 * @param guide RGB
 * @param before 0..1
 * @param unsure 1 where alpha is to be found
 */
export function alphaOfColours(guide: Raster, before: Float32Array, unsure: Uint8Array): AlphaOfColours {
  const subject = localColour(guide, (i) => unsure[i] === 0 && before[i]! > 1 - CERTAIN);
  const ground = localColour(guide, (i) => unsure[i] === 0 && before[i]! < CERTAIN);
  const alpha = before.slice();
  const trust = new Float32Array(before.length);
  for (let i = 0; i < alpha.length; i++) {
    if (unsure[i] === 0) continue;
    const known = Math.min(subject.weight[i]!, ground.weight[i]!);
    if (known === 0) {
      const isSubject = subject.weight[i]! > 0;
      const { colour, weight } = isSubject ? subject : ground;
      const off = [0, 1, 2].reduce((sum, c) => sum + (guide.data[i * 3 + c]! / 255 - colour[c]![i]!) ** 2, 0);
      trust[i] = weight[i]! * Math.exp(-off / BESIDE ** 2);
      alpha[i] = mixed(isSubject ? 1 : 0, before[i]!, trust[i]!);
      continue;
    }
    let [along, apart, off] = [0, 0, 0];
    for (let c = 0; c < 3; c++) {
      const f = subject.colour[c]![i]!;
      const b = ground.colour[c]![i]!;
      const own = guide.data[i * 3 + c]! / 255;
      along += (own - b) * (f - b);
      apart += (f - b) ** 2;
    }
    const share = apart === 0 ? 0.5 : along / apart;
    const found = Math.min(1, Math.max(0, (share - SPREAD) / (1 - 2 * SPREAD)));
    for (let c = 0; c < 3; c++) {
      const f = subject.colour[c]![i]!;
      const b = ground.colour[c]![i]!;
      off += (guide.data[i * 3 + c]! / 255 - b - found * (f - b)) ** 2;
    }
    trust[i] = known * Math.min(1, Math.sqrt(apart) / APART) * Math.exp(-off / BESIDE ** 2);
    alpha[i] = mixed(found, before[i]!, trust[i]!);
  }
  return { alpha, trust };
}

const mixed = (found: number, before: number, trust: number): number =>
  before + (found - before) * Math.min(1, trust / TRUSTED);

interface LocalColour {
  readonly colour: readonly Float32Array[];
  readonly weight: Float32Array;
}

function localColour(guide: Raster, counts: (i: number) => boolean): LocalColour {
  const { width, height } = guide;
  const length = width * height;
  const colour = [0, 1, 2].map(() => new Float32Array(length));
  const weight = new Float32Array(length);
  const counted = Float32Array.from({ length }, (_, i) => (counts(i) ? 1 : 0));
  const channels = [0, 1, 2].map((c) =>
    Float32Array.from({ length }, (_, i) => (counted[i]! * guide.data[i * 3 + c]!) / 255),
  );
  const share = new Float32Array(length);
  const mean = new Float32Array(length);
  for (const window of WINDOWS) {
    const radius = Math.max(2, Math.round(window * Math.max(width, height)));
    boxMean(counted, share, width, height, radius);
    const left = weight.map((so, i) => (1 - so) * Math.min(1, share[i]! / ENOUGH));
    for (const [c, plane] of channels.entries()) {
      boxMean(plane, mean, width, height, radius);
      for (let i = 0; i < length; i++) if (left[i]! > 0) colour[c]![i]! += (left[i]! * mean[i]!) / share[i]!;
    }
    for (let i = 0; i < length; i++) weight[i]! += left[i]!;
  }
  for (const plane of colour) for (let i = 0; i < length; i++) if (weight[i]! > 0) plane[i]! /= weight[i]!;
  return { colour, weight };
}
