/** For each sample: two neighbours, and its share of the way to the higher. */
export interface Between {
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly share: Float32Array;
}

/**
 * Bilinear; samples lie at cell centres.
 * @param ratio source cell in target samples, if the last cell is clipped
 * @param start in source cells
 */
export function between(from: number, to: number, ratio: number = to / from, start = 0): Between {
  const low = new Int32Array(to);
  const high = new Int32Array(to);
  const share = new Float32Array(to);
  for (let i = 0; i < to; i++) {
    const at = Math.min(from - 1, Math.max(0, start + (i + 0.5) / ratio - 0.5));
    low[i] = Math.floor(at);
    high[i] = Math.min(from - 1, low[i]! + 1);
    share[i] = at - low[i]!;
  }
  return { low, high, share };
}

export const mix = (low: number, high: number, share: number): number => low + (high - low) * share;
