import type { Size } from '../../pixels/raster.ts';
import { Workspace } from '../../memory/workspace.ts';

const SOLID = 0.5;
/** Alpha up to this counts as 0, and alpha from 1 minus this as 1. */
const TRACE = 0.02;
/** Larger dips, as a share of the picture, may be meant: a glass, a veil. */
const PINHOLE = 5e-4;

/**
 * Removes veils that touch no solid subject (smudges on a wall behind it), and fills small shallow dips wholly inside
 * one; an unsure model leaves both. Edges, holes and thin parts attached to the subject stay. Changes `alpha` in place.
 */
export function tidy(alpha: Float32Array, size: Size): void {
  using space = new Workspace();
  const veiled = space.bytes(alpha.length);
  for (let i = 0; i < alpha.length; i++) veiled[i] = alpha[i]! > TRACE ? 1 : 0;
  forEachRegion(veiled, alpha, size, ({ pixels, most }) => {
    if (most < SOLID) for (const i of pixels) alpha[i] = 0;
  });
  const dipped = space.bytes(alpha.length);
  for (let i = 0; i < alpha.length; i++) dipped[i] = alpha[i]! < 1 - TRACE ? 1 : 0;
  forEachRegion(dipped, alpha, size, ({ pixels, least }) => {
    const isShallow = pixels.length <= PINHOLE * alpha.length && least >= SOLID;
    if (isShallow && pixels.every((i) => !touchesBorder(i, size))) for (const i of pixels) alpha[i] = 1;
  });
}

interface Region {
  readonly pixels: Int32Array;
  readonly least: number;
  readonly most: number;
}

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

/** Queues the waiting pixels around pixel `i`. @returns the queue's new length. */
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

function touchesBorder(pixel: number, { width, height }: Size): boolean {
  const y = Math.floor(pixel / width);
  const x = pixel - y * width;
  return x === 0 || y === 0 || x === width - 1 || y === height - 1;
}
