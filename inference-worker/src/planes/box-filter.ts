import { Workspace } from '../memory/workspace.ts';

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
  using space = new Workspace();
  const scratch = space.floats(source.length);
  const rx = Math.min(radius, width - 1);
  const ry = Math.min(radius, height - 1);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    let sum = 0;
    for (let x = 0; x <= rx; x++) sum += source[row + x]!;
    for (let x = 0; x < width; x++) {
      const first = x - rx;
      const last = x + rx;
      scratch[row + x] = sum / (Math.min(last, width - 1) - Math.max(first, 0) + 1);
      if (last + 1 < width) sum += source[row + last + 1]!;
      if (first >= 0) sum -= source[row + first]!;
    }
  }
  const columns = new Float64Array(width);
  for (let y = 0; y <= ry; y++) addRow(columns, scratch, y * width);
  for (let y = 0; y < height; y++) {
    const first = y - ry;
    const last = y + ry;
    const scale = 1 / (Math.min(last, height - 1) - Math.max(first, 0) + 1);
    const row = y * width;
    for (let x = 0; x < width; x++) target[row + x] = columns[x]! * scale;
    if (last + 1 < height) addRow(columns, scratch, (last + 1) * width);
    if (first >= 0) subtractRow(columns, scratch, first * width);
  }
}

function addRow(columns: Float64Array, values: Float32Array, row: number): void {
  for (let x = 0; x < columns.length; x++) columns[x]! += values[row + x]!;
}

function subtractRow(columns: Float64Array, values: Float32Array, row: number): void {
  for (let x = 0; x < columns.length; x++) columns[x]! -= values[row + x]!;
}
