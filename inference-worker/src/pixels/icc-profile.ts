import type { PngSpace } from '@clearcut/platform/picture-header/png-colour';

type Xyz = readonly [number, number, number];
type Matrix = readonly [Xyz, Xyz, Xyz];

/** x and y of red, green, blue and white. Source: ITU-T H.273, table 2. */
const D65 = [0.3127, 0.329];
const C = [0.31, 0.316];
const PRIMARIES: Readonly<Record<number, readonly number[]>> = {
  1: [0.64, 0.33, 0.3, 0.6, 0.15, 0.06, ...D65],
  4: [0.67, 0.33, 0.21, 0.71, 0.14, 0.08, ...C],
  5: [0.64, 0.33, 0.29, 0.6, 0.15, 0.06, ...D65],
  6: [0.63, 0.34, 0.31, 0.595, 0.155, 0.07, ...D65],
  7: [0.63, 0.34, 0.31, 0.595, 0.155, 0.07, ...D65],
  8: [0.681, 0.319, 0.243, 0.692, 0.145, 0.049, ...C],
  9: [0.708, 0.292, 0.17, 0.797, 0.131, 0.046, ...D65],
  10: [1, 0, 0, 1, 0, 0, 1 / 3, 1 / 3],
  11: [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.314, 0.351],
  12: [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, ...D65],
  22: [0.63, 0.34, 0.295, 0.605, 0.155, 0.077, ...D65],
};

/** g, a, b, c, d of ICC's curve 3: (aX + b)^g from X = d on, cX below. */
type Parametric = readonly [number, number, number, number, number];

const power = (exponent: number): Parametric => [exponent, 1, 0, 0, 0];
/** As displays show it (ITU-R BT.1886). */
const TELEVISION = power(2.4);
const SRGB: Parametric = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];

/** ITU-T H.273, table 3. */
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
  16: (sample) => perceptualQuantizer(sample),
  17: (sample) => (52.37 / 48) * sample ** 2.6,
  18: (sample) => hybridLogGamma(sample),
};

// SMPTE ST 2084, to at most 10,000 cd/m².
const [M1, M2, C1, C2, C3] = [0.1593017578125, 78.84375, 0.8359375, 18.8515625, 18.6875];

function lightOf(sample: number): number {
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

function toned(light: number): number {
  const at = (sampleOf(light) * 255 - SHOULDER_FROM) / 4;
  if (at < 0) return (light / REFERENCE_WHITE) * 0.5;
  const low = Math.min(SHOULDER.length - 2, Math.floor(at));
  const [dark, bright] = [SHOULDER[low]!, SHOULDER[low + 1]!];
  return ((Math.min(255, dark + (bright - dark) * (at - low)) / 255 + 0.055) / 1.055) ** 2.4;
}

const perceptualQuantizer = (sample: number): number => toned(lightOf(sample));

/** ARIB STD-B67 at 1,000 cd/m². */
function hybridLogGamma(sample: number): number {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073];
  const scene = sample <= 0.5 ? sample ** 2 / 3 : (Math.exp((sample - c) / a) + b) / 12;
  return toned(1000 * scene ** 1.2);
}

const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];
const D50: Xyz = [0.9642, 1, 0.8249];

export type Curve = (sample: number) => number;

const transferOf = (space: PngSpace): Parametric | Curve =>
  space.kind === 'gamma' ? power(space.exponent) : (TRANSFERS[space.transfer] ?? SRGB);

export function curveOf(space: PngSpace): Curve {
  const curve = transferOf(space);
  if (typeof curve === 'function') return curve;
  const [g, a, b, c, d] = curve;
  return (sample) => (sample >= d ? (a * sample + b) ** g : c * sample);
}

export function iccProfile(space: PngSpace): Buffer {
  const curve = curveTag(transferOf(space));
  const [red, green, blue] = columnsOf(chromaticitiesOf(space));
  return withHeader([
    ['desc', textTag('PNG')],
    ['cprt', textTag('CC0')],
    ['wtpt', xyzTag(D50)],
    ['rXYZ', xyzTag(red)],
    ['gXYZ', xyzTag(green)],
    ['bXYZ', xyzTag(blue)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]);
}

function chromaticitiesOf(space: PngSpace): readonly number[] {
  if (space.kind === 'code-points') return PRIMARIES[space.primaries] ?? PRIMARIES[1]!;
  const { chromaticities } = space;
  return chromaticities === null ? PRIMARIES[1]! : [...chromaticities.slice(2), ...chromaticities.slice(0, 2)];
}

/** XYZ. */
const direction = (x = 0, y = 0): Xyz => [x, y, 1 - x - y];

function columnsOf([rx, ry, gx, gy, bx, by, wx, wy]: readonly number[]): Matrix {
  const primaries = transposed([direction(rx, ry), direction(gx, gy), direction(bx, by)]);
  const white: Xyz = [wx! / wy!, 1, (1 - wx! - wy!) / wy!];
  const shares = times(inverse(primaries), white);
  const [from, to] = [times(BRADFORD, white), times(BRADFORD, D50)];
  const scaled = BRADFORD.map((row, n) => row.map((value) => (value * to[n]!) / from[n]!)) as unknown as Matrix;
  const adapt = (value: Xyz): Xyz => times(inverse(BRADFORD), times(scaled, value));
  return transposed(primaries).map((one, n) =>
    adapt(one.map((value) => value * shares[n]!) as unknown as Xyz),
  ) as unknown as Matrix;
}

const times = (matrix: Matrix, [x, y, z]: Xyz): Xyz =>
  matrix.map(([a, b, c]) => a * x + b * y + c * z) as unknown as Xyz;

const transposed = (matrix: Matrix): Matrix =>
  [0, 1, 2].map((column) => matrix.map((row) => row[column]!)) as unknown as Matrix;

function inverse(matrix: Matrix): Matrix {
  const cofactor = (row: number, column: number): number => {
    const at = (down: number, right: number): number => matrix[(row + down) % 3]![(column + right) % 3]!;
    return at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1);
  };
  const determinant = [0, 1, 2].reduce((sum, column) => sum + matrix[0][column]! * cofactor(0, column), 0);
  return [0, 1, 2].map((row) => [0, 1, 2].map((column) => cofactor(column, row) / determinant)) as unknown as Matrix;
}

function fixed(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, n) => bytes.writeInt32BE(Math.round(value * 65_536), n * 4));
  return bytes;
}

const typed = (type: string, ...data: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), ...data]);

const xyzTag = (value: Xyz): Buffer => typed('XYZ ', fixed(value));

function textTag(text: string): Buffer {
  const utf16 = Buffer.from(text, 'utf16le').swap16();
  const record = Buffer.alloc(20);
  record.writeUInt32BE(1, 0);
  record.writeUInt32BE(12, 4);
  record.write('enUS', 8, 'latin1');
  record.writeUInt32BE(utf16.length, 12);
  record.writeUInt32BE(28, 16);
  return typed('mluc', record, utf16);
}

/** For curves without an ICC formula. */
const SAMPLES = 4096;

function curveTag(curve: Parametric | Curve): Buffer {
  if (typeof curve !== 'function') return typed('para', Buffer.from([0, 3, 0, 0]), fixed(curve));
  const values = Buffer.alloc(4 + 2 * SAMPLES);
  values.writeUInt32BE(SAMPLES, 0);
  for (let n = 0; n < SAMPLES; n++) {
    values.writeUInt16BE(Math.round(Math.min(1, curve(n / (SAMPLES - 1))) * 65_535), 4 + 2 * n);
  }
  return typed('curv', values);
}

/** ICC.1:2022, 7.2 and 7.3. */
function withHeader(tags: readonly (readonly [string, Buffer])[]): Buffer {
  const header = Buffer.alloc(128);
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length, 0);
  const parts = [header, table];
  let size = header.length + table.length;
  tags.forEach(([name, data], n) => {
    const at = 4 + 12 * n;
    table.write(name, at, 'latin1');
    table.writeUInt32BE(size, at + 4);
    table.writeUInt32BE(data.length, at + 8);
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
    parts.push(padded);
    size += padded.length;
  });
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(0x0440_0000, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  fixed(D50).copy(header, 68);
  return Buffer.concat(parts);
}
