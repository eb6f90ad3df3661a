import { module } from '../wasm/box-means.wasm.ts';
import { instantiate, memoryOf, type WithMemory } from '../wasm/instantiate.ts';

interface Kernel extends WithMemory {
  acrossRows(from: number, to: number, width: number, height: number, radius: number): void;
  addRow(row: number, sums: number, count: number): void;
  nextRow(sums: number, to: number, count: number, scale: number, entering: number, leaving: number): void;
}

const kernel = instantiate(module) as Kernel;

const [FLOAT, DOUBLE] = [4, 8];
const PAIR = 16;

/**
 * Mean over (2r + 1)² pixels, clipped at the borders. Running sums of 64 bits: 32 drift visibly. `target` may be
 * `source`.
 */
export function boxMean(
  source: Float32Array,
  target: Float32Array,
  width: number,
  height: number,
  radius: number,
): void {
  const rx = Math.min(radius, width - 1);
  const ry = Math.min(radius, height - 1);
  const stride = width * FLOAT;
  const columns = 0;
  const zeros = columns + width * DOUBLE + PAIR;
  const plane = zeros + stride + PAIR;
  const rows = plane + height * stride + PAIR;
  const end = rows + (height + 1) * stride + PAIR;
  const memory = memoryOf(kernel, end).fill(0, columns, plane);
  const made = new Float32Array(memory.buffer, plane, width * height);
  made.set(source);
  kernel.acrossRows(plane, rows, width, height, rx);
  for (let y = 0; y <= ry; y++) kernel.addRow(rows + y * stride, columns, width);
  for (let y = 0; y < height; y++) {
    const first = y - ry;
    const last = y + ry;
    const scale = 1 / (Math.min(last, height - 1) - Math.max(first, 0) + 1);
    const entering = last + 1 < height ? rows + (last + 1) * stride : zeros;
    const leaving = first >= 0 ? rows + first * stride : zeros;
    kernel.nextRow(columns, plane + y * stride, width, scale, entering, leaving);
  }
  target.set(made);
}
