import { Workspace } from '../memory/workspace.ts';
import type { Size } from '../pixels/raster.ts';

interface Region {
  readonly pixels: Int32Array;
  readonly least: number;
  readonly most: number;
}

/** Visits 8-connected regions of ones in `waiting`, and clears it; `least` and `most` are of `alpha`. */
export function forEachRegion(
  waiting: Uint8Array,
  alpha: Float32Array,
  { width, height }: Size,
  visit: (region: Region) => void,
): void {
  using space = new Workspace();
  const queue = space.ints(waiting.length);
  for (let start = waiting.indexOf(1); start >= 0; start = waiting.indexOf(1, start)) {
    waiting[start] = 0;
    queue[0] = start;
    let [length, least, most] = [1, 1, 0];
    for (let next = 0; next < length; next++) {
      const i = queue[next]!;
      if (alpha[i]! < least) least = alpha[i]!;
      if (alpha[i]! > most) most = alpha[i]!;
      length = takeNeighbours(i, waiting, width, height, queue, length);
    }
    visit({ pixels: queue.subarray(0, length), least, most });
  }
}

/** @returns the queue's new length */
function takeNeighbours(
  i: number,
  waiting: Uint8Array,
  width: number,
  height: number,
  queue: Int32Array,
  length: number,
): number {
  const y = Math.floor(i / width);
  const x = i - y * width;
  const left = x > 0 ? -1 : 0;
  const right = x < width - 1 ? 1 : 0;
  let end = length;
  if (y > 0) end = takeRow(i - width + left, i - width + right, waiting, queue, end);
  end = takeRow(i + left, i + right, waiting, queue, end);
  if (y < height - 1) end = takeRow(i + width + left, i + width + right, waiting, queue, end);
  return end;
}

function takeRow(first: number, last: number, waiting: Uint8Array, queue: Int32Array, length: number): number {
  let end = length;
  for (let at = first; at <= last; at++) {
    if (waiting[at] === 0) continue;
    waiting[at] = 0;
    queue[end++] = at;
  }
  return end;
}
