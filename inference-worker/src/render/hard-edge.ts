import type { Pixels, Size } from '@clearcut/scene/raster';

/** Gaussian: the middle, one beside it, two beside it. */
const WEIGHTS = weightsOf(2);
const THRESHOLD = 127;
const UNIT = 256;

/**
 * Makes alpha 0 or 255 in place, as rembg's `post_process` does: opened, blurred, cut at the middle. Transparent pixels
 * stay so, since their colour is unknown.
 */
export function hardenEdge({ data, width, height }: Pixels): void {
  const size = { width, height };
  let alpha: Uint8Array = new Uint8Array(width * height);
  for (let at = 0; at < alpha.length; at++) alpha[at] = data[at * 4 + 3]!;
  alpha = byCross(byCross(alpha, size, Math.min), size, Math.max);
  const blurred = new Uint16Array(alpha.length);
  const across = neighbours(width);
  for (let at = 0, y = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) blurred[at] = Math.round(UNIT * weighted(alpha, at, across, x, 1));
  }
  const down = neighbours(height);
  for (let at = 0, y = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const isIn = data[at * 4 + 3]! > 0 && Math.round(weighted(blurred, at, down, y, width) / UNIT) >= THRESHOLD;
      if (isIn) data[at * 4 + 3] = 255;
      else data.fill(0, at * 4, at * 4 + 4);
    }
  }
}

function byCross(values: Uint8Array, { width, height }: Size, choose: (a: number, b: number) => number): Uint8Array {
  const result = new Uint8Array(values);
  for (let at = 0, y = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      let value = values[at]!;
      if (x > 0) value = choose(value, values[at - 1]!);
      if (x < width - 1) value = choose(value, values[at + 1]!);
      if (y > 0) value = choose(value, values[at - width]!);
      if (y < height - 1) value = choose(value, values[at + width]!);
      result[at] = value;
    }
  }
  return result;
}

/** Distances to two before, one before, one after, two after; the border mirrors. */
function neighbours(length: number): Int32Array {
  const last = length - 1;
  const mirrored = (place: number): number =>
    Math.min(last, Math.max(0, place < 0 ? -place : place > last ? 2 * last - place : place));
  return Int32Array.from({ length: 4 * length }, (_, index) => {
    const place = Math.floor(index / 4);
    return mirrored(place + [-2, -1, 1, 2][index % 4]!) - place;
  });
}

function weighted(
  values: Uint8Array | Uint16Array,
  at: number,
  distances: Int32Array,
  place: number,
  step: number,
): number {
  const [middle, near, far] = WEIGHTS;
  const from = place * 4;
  return (
    middle * values[at]! +
    near * (values[at + distances[from + 1]! * step]! + values[at + distances[from + 2]! * step]!) +
    far * (values[at + distances[from]! * step]! + values[at + distances[from + 3]! * step]!)
  );
}

function weightsOf(sigma: number): readonly [number, number, number] {
  const [near, far] = [1, 2].map((distance) => Math.exp(-(distance * distance) / (2 * sigma * sigma))) as [
    number,
    number,
  ];
  const sum = 1 + 2 * near + 2 * far;
  return [1 / sum, near / sum, far / sum];
}
