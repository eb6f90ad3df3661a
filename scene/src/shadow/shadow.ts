import type { Shadow } from '@clearcut/schemas/transaction/scene';
import { gaussian } from '../blur.ts';
import { distanceFrom } from '../distance.ts';
import { readField, type Field } from '../field.ts';
import { outputOf, product, scaling, translation, type Matrix, type Output } from '../geometry.ts';
import { groundShadow } from './ground-shadow.ts';
import { rgbOf, toCutOut, type Layer, type Scene } from '../layer.ts';
import type { Rect } from '../raster.ts';
import { alphaGrid, type Grid } from './silhouette.ts';

/** In cells; still interpolates smoothly. */
const SMOOTH = 4;

const MAX_CELLS = 4_000_000;

/** Standard deviations. */
const REACH = 3;

/** Over the backdrop, under the cut-out. */
export function shadowLayer(scene: Scene): Layer | null {
  const { shadow, position } = scene.settings;
  if (shadow === null || shadow.opacity === 0) return null;
  const output = outputOf(position, scene.frame, scene.scale);
  const { grid, values } = KINDS[shadow.kind](scene, shadow, output);
  if (values.length === 0) return null;
  return painted({ values, width: grid.width, height: grid.height, channels: 1 }, toCells(grid), shadow);
}

function dropShadow(scene: Scene, { blur, offset }: Shadow, output: Output): { grid: Grid; values: Float32Array } {
  const sigma = blur * output.unit;
  const [dx, dy] = [offset.x * output.unit, offset.y * output.unit];
  const pad = Math.ceil(REACH * sigma) + 1;
  const area: Rect = {
    x: -dx - pad,
    y: -dy - pad,
    width: output.width + 2 * pad,
    height: output.height + 2 * pad,
  };
  const cell = Math.max(1, sigma / SMOOTH, Math.sqrt((area.width * area.height) / MAX_CELLS));
  const { grid, values } = alphaGrid(scene.cutOut, toCutOut(scene, output), area, cell);
  // Cells and interpolation blur by half a cell already.
  gaussian(values, grid, 1, cell === 1 ? sigma : Math.sqrt(Math.max(0, (sigma / cell) ** 2 - 0.25)));
  return { grid: { ...grid, x: grid.x + dx, y: grid.y + dy }, values };
}

const KINDS = { drop: dropShadow, ground: groundShadow, outline } as const;

/** The silhouette grown by `blur` on all sides. */
function outline(scene: Scene, { blur }: Shadow, output: Output): { grid: Grid; values: Float32Array } {
  const reach = blur * output.unit;
  const pad = Math.ceil(reach) + 2;
  const area: Rect = { x: -pad, y: -pad, width: output.width + 2 * pad, height: output.height + 2 * pad };
  const cell = Math.max(1, Math.sqrt((area.width * area.height) / MAX_CELLS));
  const { grid, values } = alphaGrid(scene.cutOut, toCutOut(scene, output), area, cell);
  const away = distanceFrom(
    Uint8Array.from(values, (share) => (share >= 0.5 ? 1 : 0)),
    grid,
  );
  // Half a cell of transition on either side of the rim.
  return { grid, values: values.map((_, i) => clampShare(reach / cell + 1 - away[i]!)) };
}

const clampShare = (share: number): number => Math.min(1, Math.max(0, share));

const toCells = ({ x, y, cell }: Grid): Matrix => product(scaling(1 / cell), translation(-x, -y));

function painted(coverage: Field, matrix: Matrix, { color, opacity }: Shadow): Layer {
  const [red, green, blue] = rgbOf(color);
  return (row, left, y) => {
    const here = new Float64Array(row.length / 4);
    readField(here, coverage, matrix, left, y, 'nothing');
    for (let i = 0; i < row.length; i += 4) {
      const share = Math.min(1, here[i >> 2]!) * opacity;
      if (share === 0) continue;
      row[i] = red * share + row[i]! * (1 - share);
      row[i + 1] = green * share + row[i + 1]! * (1 - share);
      row[i + 2] = blue * share + row[i + 2]! * (1 - share);
      row[i + 3] = 255 * share + row[i + 3]! * (1 - share);
    }
  };
}
