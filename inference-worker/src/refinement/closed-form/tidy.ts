import type { Size } from '../../pixels/raster.ts';

/** From here on a pixel belongs to the solid part of a subject. */
const SOLID = 0.5;
/** What is fainter cannot be told from nothing, and what is stronger cannot be told from all. */
const TRACE = 0.02;
/** A dip in the subject that covers a larger share of the picture may be meant: a glass, a veil. */
const PINHOLE = 5e-4;

/**
 * Removes veils that touch no solid part of any subject (smudges on a wall behind it), and fills small shallow dips that lie
 * wholly inside a solid subject. An unsure model leaves both. Neither can be an edge, a hole or a thin thing that hangs on the
 * subject, so those stay as they are. `alpha` is changed in place.
 */
export function tidy(alpha: Float32Array, size: Size): void {
  regions(
    size,
    (i) => alpha[i]! > TRACE,
    (pixels) => {
      if (pixels.every((i) => alpha[i]! < SOLID)) for (const i of pixels) alpha[i] = 0;
    },
  );
  regions(
    size,
    (i) => alpha[i]! < 1 - TRACE,
    (pixels) => {
      const isShallow = pixels.length <= PINHOLE * alpha.length && pixels.every((i) => alpha[i]! >= SOLID);
      if (isShallow && pixels.every((i) => !touchesBorder(i, size))) for (const i of pixels) alpha[i] = 1;
    },
  );
}

/** Calls `visit` with each set of pixels that belong and are connected by their sides or corners. */
function regions(size: Size, belongs: (pixel: number) => boolean, visit: (pixels: Int32Array) => void): void {
  const { width, height } = size;
  const pixels = width * height;
  const waiting = new Uint8Array(pixels);
  for (let i = 0; i < pixels; i++) waiting[i] = belongs(i) ? 1 : 0;
  const queue = new Int32Array(pixels);
  for (let start = 0; start < pixels; start++) {
    if (waiting[start] === 0) continue;
    waiting[start] = 0;
    queue[0] = start;
    let length = 1;
    for (let next = 0; next < length; next++) {
      const y = Math.floor(queue[next]! / width);
      const x = queue[next]! - y * width;
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
          const i = v * width + u;
          if (waiting[i] === 0) continue;
          waiting[i] = 0;
          queue[length++] = i;
        }
      }
    }
    visit(queue.subarray(0, length));
  }
}

function touchesBorder(pixel: number, { width, height }: Size): boolean {
  const y = Math.floor(pixel / width);
  const x = pixel - y * width;
  return x === 0 || y === 0 || x === width - 1 || y === height - 1;
}
