import type { Raster } from '../../pixels/raster.ts';
import { unit } from '../../planes/alpha.ts';
import { Workspace } from '../../memory/workspace.ts';

/**
 * A. Levin, D. Lischinski, Y. Weiss, "A Closed-Form Solution to Natural Image Matting", TPAMI 2008: in every 3 x 3
 * window alpha is linear in the colour. With the matting Laplacian L, the matte minimises x' L x + sum of weight_i (x_i
 * - alpha_i)². Sure pixels are fixed; weights keep others near their prior where colours say nothing.
 */
export interface MattingProblem {
  readonly guide: Raster;
  /** 0..1: fixed, or the prior. */
  readonly alpha: Float32Array;
  /** 1 where solved for. */
  readonly unsure: Uint8Array;
  /** Pull of the prior; above 0. */
  readonly weight: Float32Array;
  /** Colour variance of a flat window. */
  readonly epsilon: number;
}

/** Pixels that share a window: 5 x 5, one matrix row. */
const REACH = 2;
const SIDE = 2 * REACH + 1;
const TAPS = SIDE * SIDE;
const OWN = (TAPS - 1) / 2;

/** Index of a window's pixel l in the row of its pixel k. */
const TAP_OF = Int8Array.from({ length: 81 }, (_, kl) => {
  const [k, l] = [Math.floor(kl / 9), kl % 9];
  return (Math.floor(l / 3) - Math.floor(k / 3) + REACH) * SIDE + (l % 3) - (k % 3) + REACH;
});

/** Conjugate gradients end here, or at a thousandth of the first residual. Later steps change nothing visible. */
const MAX_STEPS = 60;
const SETTLED = 1e-6;

/** @returns 0..1; deterministic: one order of sums */
export function solveMatting(problem: MattingProblem, space: Workspace): Float32Array {
  const { guide, alpha, weight } = problem;
  using own = new Workspace();
  const pixels = unsurePixels(problem.unsure, own);
  const result = space.floats(alpha.length);
  result.set(alpha);
  if (pixels.length === 0) return result;
  const count = pixels.length;
  const rows = laplacianRows(problem, pixels, own);
  // Read beyond the border with factor 0.
  const margin = REACH * guide.width + REACH;
  const plane = own.floats(alpha.length + 2 * margin, 'zeros');
  const offsets = Int32Array.from(
    { length: TAPS },
    (_, tap) => (Math.floor(tap / SIDE) - REACH) * guide.width + (tap % SIDE) - REACH + margin,
  );
  const product = own.floats(count);

  // The search starts at the prior.
  plane.set(alpha, margin);
  multiply(rows, plane, pixels, offsets, product);
  plane.fill(0);
  const residual = own.floats(count);
  const direction = own.floats(count);
  const inverse = own.floats(count);
  const change = own.floats(count, 'zeros');
  let error = 0;
  for (let n = 0; n < count; n++) {
    rows[n * TAPS + OWN]! += weight[pixels[n]!]!;
    inverse[n] = 1 / rows[n * TAPS + OWN]!;
    residual[n] = -product[n]!;
    direction[n] = residual[n]! * inverse[n]!;
    error += residual[n]! * direction[n]!;
  }
  const enough = error * SETTLED;
  for (let step = 0; step < MAX_STEPS && error > enough; step++) {
    scatter(direction, pixels, plane, margin);
    multiply(rows, plane, pixels, offsets, product);
    const length = error / dot(direction, product);
    const left = advance(length, direction, product, inverse, change, residual);
    turn(direction, residual, inverse, left / error);
    error = left;
  }
  for (let n = 0; n < count; n++) {
    const i = pixels[n]!;
    result[i] = unit(alpha[i]! + change[n]!);
  }
  return result;
}

function multiply(
  rows: Float32Array,
  plane: Float32Array,
  pixels: Int32Array,
  offsets: Int32Array,
  product: Float32Array,
): void {
  for (let n = 0, entry = 0; n < product.length; n++) {
    const at = pixels[n]!;
    let sum = 0;
    for (let tap = 0; tap < TAPS; tap++) sum += rows[entry++]! * plane[at + offsets[tap]!]!;
    product[n] = sum;
  }
}

function scatter(values: Float32Array, pixels: Int32Array, plane: Float32Array, margin: number): void {
  for (let n = 0; n < values.length; n++) plane[pixels[n]! + margin] = values[n]!;
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let n = 0; n < one.length; n++) sum += one[n]! * other[n]!;
  return sum;
}

/** @returns the preconditioned norm of the residual */
function advance(
  length: number,
  direction: Float32Array,
  product: Float32Array,
  inverse: Float32Array,
  change: Float32Array,
  residual: Float32Array,
): number {
  let left = 0;
  for (let n = 0; n < change.length; n++) {
    change[n]! += length * direction[n]!;
    residual[n]! -= length * product[n]!;
    left += residual[n]! * residual[n]! * inverse[n]!;
  }
  return left;
}

/** Keeps directions conjugate. */
function turn(direction: Float32Array, residual: Float32Array, inverse: Float32Array, share: number): void {
  for (let n = 0; n < direction.length; n++) direction[n] = residual[n]! * inverse[n]! + share * direction[n]!;
}

function unsurePixels(unsure: Uint8Array, space: Workspace): Int32Array {
  let count = 0;
  for (let i = 0; i < unsure.length; i++) count += unsure[i]!;
  const pixels = space.ints(count);
  for (let i = 0, n = 0; i < unsure.length; i++) if (unsure[i] === 1) pixels[n++] = i;
  return pixels;
}

interface Assembly {
  readonly problem: MattingProblem;
  readonly rowOf: Int32Array;
  readonly rows: Float32Array;
  readonly at: Int32Array;
  readonly colour: Float64Array;
  readonly solved: Float64Array;
}

function laplacianRows(problem: MattingProblem, pixels: Int32Array, space: Workspace): Float32Array {
  const { width, height } = problem.guide;
  using own = new Workspace();
  const rowOf = own.ints(width * height);
  for (let n = 0; n < pixels.length; n++) rowOf[pixels[n]!] = n * TAPS;
  const rows = space.floats(pixels.length * TAPS, 'zeros');
  const assembly = {
    problem,
    rowOf,
    rows,
    at: new Int32Array(9),
    colour: new Float64Array(27),
    solved: new Float64Array(27),
  };
  for (let y = 1; y < height - 1; y++) addWindowsOf(y, assembly);
  return rows;
}

function addWindowsOf(y: number, assembly: Assembly): void {
  const { problem, at } = assembly;
  const { guide, unsure } = problem;
  const { width } = guide;
  for (let corner = (y - 1) * width, end = corner + width - 2; corner < end; corner++) {
    let held = 0;
    for (let k = 0; k < 9; k++) {
      at[k] = corner + (k < 3 ? 0 : k < 6 ? width - 3 : 2 * width - 6) + k;
      held += unsure[at[k]!]!;
    }
    if (held !== 0) addWindow(assembly);
  }
}

function addWindow({ problem, rowOf, rows, at, colour, solved }: Assembly): void {
  const { guide, unsure, epsilon } = problem;
  solveWindow(guide.data, guide.channels, at, epsilon, colour, solved);
  for (let k = 0; k < 9; k++) {
    if (unsure[at[k]!] === 0) continue;
    const row = rowOf[at[k]!]!;
    const r = solved[k * 3]!;
    const g = solved[k * 3 + 1]!;
    const b = solved[k * 3 + 2]!;
    for (let l = 0; l < 9; l++) {
      rows[row + TAP_OF[k * 9 + l]!]! -= (1 + r * colour[l * 3]! + g * colour[l * 3 + 1]! + b * colour[l * 3 + 2]!) / 9;
    }
    rows[row + OWN]! += 1;
  }
}

/** `colour`: minus the window's mean; `solved`: times the inverse covariance. */
function solveWindow(
  data: Uint8Array,
  channels: number,
  at: Int32Array,
  epsilon: number,
  colour: Float64Array,
  solved: Float64Array,
): void {
  let mr = 0;
  let mg = 0;
  let mb = 0;
  for (let k = 0; k < 9; k++) {
    const i = at[k]! * channels;
    mr += colour[k * 3] = data[i]! / 255;
    mg += colour[k * 3 + 1] = data[i + 1]! / 255;
    mb += colour[k * 3 + 2] = data[i + 2]! / 255;
  }
  let rr = epsilon;
  let gg = epsilon;
  let bb = epsilon;
  let rg = 0;
  let rb = 0;
  let gb = 0;
  for (let k = 0; k < 27; k += 3) {
    const r = (colour[k]! -= mr / 9);
    const g = (colour[k + 1]! -= mg / 9);
    const b = (colour[k + 2]! -= mb / 9);
    rr += (r * r) / 9;
    rg += (r * g) / 9;
    rb += (r * b) / 9;
    gg += (g * g) / 9;
    gb += (g * b) / 9;
    bb += (b * b) / 9;
  }
  const i00 = gg * bb - gb * gb;
  const i01 = gb * rb - rg * bb;
  const i02 = rg * gb - gg * rb;
  const i11 = rr * bb - rb * rb;
  const i12 = rg * rb - rr * gb;
  const i22 = rr * gg - rg * rg;
  const determinant = rr * i00 + rg * i01 + rb * i02;
  for (let k = 0; k < 27; k += 3) {
    const r = colour[k]! / determinant;
    const g = colour[k + 1]! / determinant;
    const b = colour[k + 2]! / determinant;
    solved[k] = i00 * r + i01 * g + i02 * b;
    solved[k + 1] = i01 * r + i11 * g + i12 * b;
    solved[k + 2] = i02 * r + i12 * g + i22 * b;
  }
}
