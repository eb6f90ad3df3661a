import type { Size } from '../pixels/raster.ts';

const SUBJECT = 0.5;
const TRACE = 1 / 255;
/** Share of the longer side: fingers are wide. */
const REACH = 0.04;

const UNOWNED = -1;

/**
 * Keeps one subject and its soft edge. Soft pixels belong to the solid part nearest along the matte, so touching
 * subjects keep their edges.
 * @param matte 0..1
 * @param point in pixels of the matte
 * @returns undefined without a subject there
 */
export function selectSubject(
  matte: Float32Array,
  size: Size,
  point: { readonly x: number; readonly y: number },
): Float32Array | undefined {
  const seed = nearestSolid(matte, size, point);
  if (seed === undefined) return undefined;
  const owner = new Int32Array(matte.length).fill(UNOWNED);
  const solid = labelSolid(matte, size, owner);
  const chosen = owner[seed]!;
  spread(solid, size, (i, from) => {
    if (owner[i] !== UNOWNED || matte[i]! < TRACE) return false;
    owner[i] = owner[from]!;
    return true;
  });
  return matte.map((alpha, i) => (owner[i] === chosen ? alpha : 0));
}

function nearestSolid(matte: Float32Array, { width, height }: Size, { x, y }: { x: number; y: number }) {
  const reach = Math.max(1, REACH * Math.max(width, height));
  let best: number | undefined;
  let bestDistance = reach * reach;
  for (let v = Math.max(0, Math.ceil(y - reach)); v <= Math.min(height - 1, y + reach); v++) {
    for (let u = Math.max(0, Math.ceil(x - reach)); u <= Math.min(width - 1, x + reach); u++) {
      const distance = (u - x) ** 2 + (v - y) ** 2;
      if (matte[v * width + u]! < SUBJECT || distance > bestDistance) continue;
      best = v * width + u;
      bestDistance = distance;
    }
  }
  return best;
}

/** Returns all solid pixels. */
function labelSolid(matte: Float32Array, size: Size, owner: Int32Array): number[] {
  const solid: number[] = [];
  let label = 0;
  for (let start = 0; start < matte.length; start++) {
    if (matte[start]! < SUBJECT || owner[start] !== UNOWNED) continue;
    const own = label++;
    owner[start] = own;
    solid.push(start);
    spread([start], size, (i) => {
      if (owner[i] !== UNOWNED || matte[i]! < SUBJECT) return false;
      owner[i] = own;
      solid.push(i);
      return true;
    });
  }
  return solid;
}

/** Breadth first over four neighbours, wherever `enter` allows. */
function spread(seeds: readonly number[], { width, height }: Size, enter: (i: number, from: number) => boolean): void {
  const queue = [...seeds];
  for (let head = 0; head < queue.length; head++) {
    const from = queue[head]!;
    const x = from % width;
    if (x > 0 && enter(from - 1, from)) queue.push(from - 1);
    if (x < width - 1 && enter(from + 1, from)) queue.push(from + 1);
    if (from >= width && enter(from - width, from)) queue.push(from - width);
    if (from < width * (height - 1) && enter(from + width, from)) queue.push(from + width);
  }
}
