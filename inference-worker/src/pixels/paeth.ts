import { instantiate, memoryOf, type WithMemory } from '../wasm/instantiate.ts';
import { module } from '../wasm/paeth.wasm.ts';

interface Kernel extends WithMemory {
  filterRow(row: number, above: number, to: number, length: number, pixel: number): void;
}

/** The kernel reads a pixel in front of a row, and writes whole vectors. */
const MARGIN = 16;
const PAETH = 4;

const kernel = instantiate(module) as Kernel;

/**
 * Filters rows for a PNG with the Paeth predictor, and prefixes each with the filter's number.
 * @param stride bytes per row
 * @param pixel bytes per pixel
 * @param start first row wanted; the row before it is only subtracted
 * @returns number of bytes written to `filtered`
 */
export function filterRows(
  data: Uint8Array,
  { stride, pixel }: { readonly stride: number; readonly pixel: number },
  start: number,
  filtered: Uint8Array,
): number {
  const rows = data.length / stride;
  const nothing = MARGIN;
  const source = nothing + stride + MARGIN;
  const result = source + data.length + MARGIN;
  const memory = memoryOf(kernel, result + stride + MARGIN);
  memory.fill(0, 0, source);
  memory.set(data, source);
  for (let y = start; y < rows; y++) {
    const row = source + y * stride;
    const above = y === 0 ? nothing : row - stride;
    kernel.filterRow(row, above, result, stride, pixel);
    const to = (y - start) * (stride + 1);
    filtered[to] = PAETH;
    filtered.set(memory.subarray(result, result + stride), to + 1);
    // Nothing is left of the first pixel; in memory it is the end of the row above.
    for (let x = 0; x < pixel; x++) filtered[to + 1 + x] = memory[row + x]! - memory[above + x]!;
  }
  return (rows - start) * (stride + 1);
}
