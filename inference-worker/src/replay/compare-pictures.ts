import type { Verdict } from '@clearcut/schemas/support/replay/kinds';
import { openEncoded } from '../pixels/open-encoded.ts';
import { toRaster } from '../pixels/sharp.ts';

/** Null for different sizes. See `replayedFileSchema`. */
export interface Comparison {
  readonly verdict: Verdict;
  readonly maxDiff: number | null;
  readonly changedShare: number | null;
  readonly edgeMean: number | null;
}

const NO_NUMBERS = { maxDiff: null, changedShare: null, edgeMean: null } as const;

export const NOT_COMPARED: Comparison = { verdict: 'different', ...NO_NUMBERS };

const UNSEEN = 2;

/** Compares undecodable bytes as bytes. */
export async function comparePictures(then: Buffer, now: Buffer): Promise<Comparison> {
  if (then.equals(now)) return { verdict: 'identical', ...NO_NUMBERS };
  const [one, other] = await Promise.all([pixelsOf(then), pixelsOf(now)]).catch(() => []);
  if (one === undefined || other === undefined) return NOT_COMPARED;
  if (one.width !== other.width || one.height !== other.height) return NOT_COMPARED;
  const difference = differenceOf(one.data, other.data);
  if (difference.maxDiff === 0) return { verdict: 'same-pixels', ...NO_NUMBERS };
  return { verdict: 'different', ...difference };
}

async function pixelsOf(encoded: Buffer) {
  return toRaster((await openEncoded(encoded)).image.toColourspace('srgb').ensureAlpha());
}

function differenceOf(before: Uint8Array, after: Uint8Array): Omit<Comparison, 'verdict'> & { maxDiff: number } {
  const pixels = before.length / 4;
  let [max, changed, edge, edgeSum] = [0, 0, 0, 0];
  for (let at = 0; at < before.length; at += 4) {
    let largest = 0;
    for (let channel = 0; channel < 4; channel += 1) {
      largest = Math.max(largest, Math.abs((before[at + channel] ?? 0) - (after[at + channel] ?? 0)));
    }
    max = Math.max(max, largest);
    if (largest > UNSEEN) changed += 1;
    const [alphaBefore, alphaAfter] = [before[at + 3] ?? 0, after[at + 3] ?? 0];
    if (isEdge(alphaBefore) || isEdge(alphaAfter)) {
      edge += 1;
      edgeSum += Math.abs(alphaBefore - alphaAfter);
    }
  }
  return { maxDiff: max, changedShare: changed / pixels, edgeMean: edge === 0 ? 0 : edgeSum / edge };
}

const isEdge = (alpha: number): boolean => alpha > 0 && alpha < 255;
