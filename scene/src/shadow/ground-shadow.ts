import type { Shadow } from '@clearcut/schemas/transaction/scene';
import { gaussian } from '../blur.ts';
import { inverse, type Output } from '../geometry.ts';
import { toCutOut, type Scene } from '../layer.ts';
import type { Rect } from '../raster.ts';
import { alphaGrid, subjectBounds, type Grid } from './silhouette.ts';

/** Top's shadow above the floor line, as a share of its height. */
const FLATNESS = 0.24;

/** Blurred separately: shadows are sharp at the contact. */
const SLICES = 4;

/** Exponent. */
const FADING = 1.6;

/** Share of the height. */
const TOUCHING = 0.07;

/** Thickness as a share of the height, bounded in preview pixels. */
const CONTACT = { share: 0.01, least: 1, most: 4 };

/** Thickness in standard deviations, and strength. */
const POOL = { thickness: 0.7, strength: 0.75 };

/** Preview pixels: floor shadows are never hard. */
const SOFTEST_EDGE = 1.5;

/** Without contact line and pool, things float. */
export function groundShadow(
  scene: Scene,
  { blur, offset }: Shadow,
  output: Output,
): { readonly grid: Grid; readonly values: Float32Array } {
  const toPixels = toCutOut(scene, output);
  const bounds = subjectBounds(scene.cutOut, inverse(toPixels));
  const cell = Math.max(1, output.unit);
  if (bounds === null) return { grid: { x: 0, y: 0, width: 0, height: 0, cell }, values: new Float32Array() };
  const unit = output.unit / cell;
  const sigma = Math.max(SOFTEST_EDGE, blur) * unit;
  const lean = (offset.x * output.unit) / cell;
  const pad = 3 * sigma * cell;
  const area: Rect = {
    x: bounds.x - pad + Math.min(0, lean * cell),
    y: bounds.y,
    width: bounds.width + 2 * pad + Math.abs(lean * cell),
    height: bounds.height + pad,
  };
  const { grid, values: alpha } = alphaGrid(scene.cutOut, toPixels, area, cell);
  const subject = { floor: bounds.height / cell, height: bounds.height / cell };
  const cast = castShadow(alpha, grid, subject, lean, sigma);
  const line = Math.min(CONTACT.most * unit, Math.max(CONTACT.least * unit, CONTACT.share * subject.height));
  const contact = footprint(alpha, grid, subject, line);
  gaussian(contact, grid, 1, unit, unit * 0.5);
  const pool = footprint(alpha, grid, subject, POOL.thickness * sigma);
  gaussian(pool, grid, 1, sigma, sigma * 0.4);
  for (let i = 0; i < cast.length; i++) {
    const lit = (1 - Math.min(1, cast[i]!)) * (1 - contact[i]!) * (1 - POOL.strength * pool[i]!);
    cast[i] = 1 - lit;
  }
  return { grid, values: cast };
}

interface Standing {
  /** Rows. */
  readonly floor: number;
  readonly height: number;
}

function castShadow(
  alpha: Float32Array,
  grid: Grid,
  { floor, height }: Standing,
  lean: number,
  sigma: number,
): Float32Array {
  const { width } = grid;
  const result = new Float32Array(alpha.length);
  const slice = new Float32Array(alpha.length);
  for (let n = 0; n < SLICES; n++) {
    slice.fill(0);
    for (let y = 0; y < grid.height; y++) {
      const up = (floor - (y + 0.5)) / (FLATNESS * height);
      const part = Math.max(0, 1 - Math.abs(up * (SLICES - 1) - n)) * (1 - up) ** FADING;
      if (up < 0 || up > 1 || part === 0) continue;
      for (let x = 0; x < width; x++) {
        slice[y * width + x] = part * read(alpha, grid, x + 0.5 - lean * up, floor - up * height);
      }
    }
    const soft = sigma * (0.35 + (0.9 * n) / (SLICES - 1));
    gaussian(slice, grid, 1, soft, soft * 0.6);
    for (let i = 0; i < slice.length; i++) result[i]! += slice[i]!;
  }
  return result;
}

/** Fainter where the lower edge rises. */
function footprint(alpha: Float32Array, grid: Grid, { floor, height }: Standing, thickness: number): Float32Array {
  const { width } = grid;
  const result = new Float32Array(alpha.length);
  for (let x = 0; x < width; x++) {
    let bottom = grid.height - 1;
    while (bottom >= 0 && alpha[bottom * width + x]! < 0.5) bottom--;
    if (bottom < 0) continue;
    const touching = Math.exp(-(((floor - bottom - 1) / (TOUCHING * height)) ** 2));
    const first = Math.max(0, Math.floor(bottom - 3 * thickness));
    const last = Math.min(grid.height - 1, Math.ceil(bottom + 3 * thickness));
    for (let y = first; y <= last; y++) {
      result[y * width + x] = touching * Math.exp(-(((y - bottom) / thickness) ** 2));
    }
  }
  return result;
}

/** Bilinear, centres at halves; zero outside. */
function read(values: Float32Array, { width, height }: Grid, x: number, y: number): number {
  const column = Math.floor(x - 0.5);
  const row = Math.floor(y - 0.5);
  const right = x - 0.5 - column;
  const lower = y - 0.5 - row;
  const at = (cy: number, cx: number): number =>
    cx < 0 || cy < 0 || cx >= width || cy >= height ? 0 : values[cy * width + cx]!;
  const above = at(row, column) * (1 - right) + at(row, column + 1) * right;
  const below = at(row + 1, column) * (1 - right) + at(row + 1, column + 1) * right;
  return above * (1 - lower) + below * lower;
}
