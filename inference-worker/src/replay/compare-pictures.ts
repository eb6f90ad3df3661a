import { createHash } from 'node:crypto';
import { openEncoded, toRaster } from '../pixels/sharp.ts';

/** From best to worst: the bytes are the same; an encoder wrote the same pixels in other bytes; pixels differ. */
export const VERDICTS = ['identical', 'same-pixels', 'different'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Comparison {
  readonly verdict: Verdict;
  /** SHA-256 of the file that the event names, and of the one that the replay made. */
  readonly recorded: string;
  readonly replayed: string;
  /** Of two pictures of one size that differ. */
  readonly difference?: Difference;
}

export interface Difference {
  /** Largest difference of a channel, of 255. */
  readonly max: number;
  /** Share of pixels with a channel that differs by more than 2 of 255: what an eye may see. */
  readonly changedShare: number;
  /** Mean difference of the alpha, of 255, where one of the two is neither clear nor solid; 0 without such pixels. */
  readonly edgeMean: number;
}

/** What an eye does not see. */
const UNSEEN = 2;

/** Compares two encoded pictures. Bytes that cannot be decoded are compared as bytes alone. */
export async function comparePictures(before: Buffer, after: Buffer): Promise<Comparison> {
  const digests = { recorded: digestOf(before), replayed: digestOf(after) };
  if (digests.recorded === digests.replayed) return { verdict: 'identical', ...digests };
  const [one, other] = await Promise.all([pixelsOf(before), pixelsOf(after)]).catch(() => []);
  if (one === undefined || other === undefined) return { verdict: 'different', ...digests };
  if (one.width !== other.width || one.height !== other.height) return { verdict: 'different', ...digests };
  const difference = differenceOf(one.data, other.data);
  if (difference.max === 0) return { verdict: 'same-pixels', ...digests };
  return { verdict: 'different', ...digests, difference };
}

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** RGBA, as a person sees the picture. */
async function pixelsOf(encoded: Buffer) {
  return toRaster((await openEncoded(encoded)).toColourspace('srgb').ensureAlpha());
}

/** @param before RGBA @param after RGBA of the same size */
function differenceOf(before: Uint8Array, after: Uint8Array): Difference {
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
  return { max, changedShare: changed / pixels, edgeMean: edge === 0 ? 0 : edgeSum / edge };
}

const isEdge = (alpha: number): boolean => alpha > 0 && alpha < 255;
