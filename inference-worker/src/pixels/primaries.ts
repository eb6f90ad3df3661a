import type { PngSpace } from '@clearcut/platform/picture-header/png-colour';

export type Xyz = readonly [number, number, number];
export type Matrix = readonly [Xyz, Xyz, Xyz];

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

const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];
export const D50: Xyz = [0.9642, 1, 0.8249];

export function chromaticitiesOf(space: PngSpace): readonly number[] {
  if (space.kind === 'code-points') return PRIMARIES[space.primaries] ?? PRIMARIES[1]!;
  const { chromaticities } = space;
  return chromaticities === null ? PRIMARIES[1]! : [...chromaticities.slice(2), ...chromaticities.slice(0, 2)];
}

/** XYZ. */
const direction = (x = 0, y = 0): Xyz => [x, y, 1 - x - y];

export function columnsOf([rx, ry, gx, gy, bx, by, wx, wy]: readonly number[]): Matrix {
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

/** Linear light of primaries `from` (ITU-T H.273) to that of `to`. */
export function matrixBetween(from: number, to: number): Matrix {
  const [into, out] = [from, to].map((number) => transposed(columnsOf(PRIMARIES[number] ?? PRIMARIES[1]!)));
  return transposed(transposed(into!).map((column) => times(inverse(out!), column)) as unknown as Matrix);
}
