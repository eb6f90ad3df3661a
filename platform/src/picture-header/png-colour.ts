interface Range {
  readonly start: number;
  readonly end: number;
}

export interface PngColour {
  readonly depth: number;
  readonly isGrey: boolean;
  readonly profile: Range | null;
  /** Without a profile, and not sRGB. */
  readonly space: PngSpace | null;
}

export type PngSpace =
  /** ITU-T H.273. */
  | { readonly kind: 'code-points'; readonly primaries: number; readonly transfer: number }
  | {
      readonly kind: 'gamma';
      readonly exponent: number;
      /** x and y of white, red, green, blue; null: sRGB. */
      readonly chromaticities: readonly number[] | null;
    };

const CHUNKS = new Set(['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM']);

/** Others are reserved. */
const PRIMARIES = new Set([1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22]);
const TRANSFERS = new Set([1, 4, 5, 6, 7, 8, 11, 13, 14, 15, 16, 17, 18]);

/** Others are skipped, as by libpng 1.6 and browsers. */
const [MIN_GAMMA, MAX_GAMMA] = [0.00016, 6_250];
const MIN_WHITE = 0.00005;

/** Whether white lies within the triangle of the primaries. */
function holdsWhite([wx, wy, rx, ry, gx, gy, bx, by]: readonly number[]): boolean {
  const pairs = [
    [wx!, wy!],
    [rx!, ry!],
    [gx!, gy!],
    [bx!, by!],
  ] as const;
  if (pairs.some(([x, y]) => x + y > 1) || wy! < MIN_WHITE) return false;
  const area = (gx! - bx!) * (ry! - by!) - (gy! - by!) * (rx! - bx!);
  const red = ((gx! - bx!) * (wy! - by!) - (gy! - by!) * (wx! - bx!)) / area;
  const green = ((ry! - by!) * (wx! - bx!) - (rx! - bx!) * (wy! - by!)) / area;
  return red > 0 && green > 0 && red + green < 1;
}

/** The first of each kind counts. */
export function colourChunks() {
  const chunks = new Map<string, Buffer>();
  let profile: Range | null = null;
  return {
    isWanted: (type: string): boolean => CHUNKS.has(type) && !chunks.has(type),
    add(type: string, data: Buffer, range: Range): void {
      chunks.set(type, Buffer.from(data));
      if (type === 'iCCP') profile = range;
    },
    colour: (depth: number, colourType: number): PngColour => ({
      depth,
      isGrey: (colourType & 3) === 0,
      profile,
      space: spaceOf(chunks),
    }),
  };
}

/** Precedence: PNG third edition, 4.3. */
function spaceOf(chunks: ReadonlyMap<string, Buffer>): PngSpace | null {
  const [primaries, transfer, matrix] = chunks.get('cICP') ?? [];
  if (primaries !== undefined && transfer !== undefined && matrix === 0) {
    if (PRIMARIES.has(primaries) && TRANSFERS.has(transfer)) return { kind: 'code-points', primaries, transfer };
  }
  if (chunks.has('iCCP') || chunks.has('sRGB')) return null;
  const [gAMA, cHRM] = [chunks.get('gAMA'), chunks.get('cHRM')];
  const gamma = gAMA?.length === 4 ? gAMA.readUInt32BE(0) / 1e5 : 0;
  if (gamma < MIN_GAMMA || gamma > MAX_GAMMA) return null;
  const read = cHRM?.length === 32 ? Array.from({ length: 8 }, (_, n) => cHRM.readUInt32BE(4 * n) / 1e5) : null;
  const chromaticities = read !== null && holdsWhite(read) ? read : null;
  // Browsers treat the usual gamma alone as sRGB.
  if (chromaticities === null && Math.abs(gamma - 1 / 2.2) < 0.001) return null;
  return { kind: 'gamma', exponent: 1 / gamma, chromaticities };
}
