import { hashUnit, randomFrom } from './random.ts';

const SIZE = 4096;
const MASK = SIZE - 1;

function shuffled(): Uint16Array {
  const random = randomFrom(2002);
  const order = Uint16Array.from({ length: SIZE }, (_, i) => i);
  for (let i = SIZE - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

const order = shuffled();
const across = Float64Array.from(order, (i) => Math.cos((2 * Math.PI * i) / SIZE));
const down = Float64Array.from(order, (i) => Math.sin((2 * Math.PI * i) / SIZE));

const fade = (t: number) => t * t * t * (t * (t * 6 - 15) + 10);

/**
 * Gradient noise (Perlin 2002): about -1 to 1, mean 0, features one unit in size. Takes nearly all the time, hence the
 * table.
 */
export function noise(x: number, y: number, seed: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const fx = x - ix;
  const fy = y - iy;
  const left = order[(ix + seed * 1619) & MASK]! + iy + seed * 31;
  const right = order[(ix + 1 + seed * 1619) & MASK]! + iy + seed * 31;
  const a = left & MASK;
  const b = right & MASK;
  const c = (left + 1) & MASK;
  const d = (right + 1) & MASK;
  const u = fade(fx);
  const v = fade(fy);
  const nw = across[a]! * fx + down[a]! * fy;
  const ne = across[b]! * (fx - 1) + down[b]! * fy;
  const sw = across[c]! * fx + down[c]! * (fy - 1);
  const se = across[d]! * (fx - 1) + down[d]! * (fy - 1);
  const top = nw + (ne - nw) * u;
  return 1.5 * (top + (sw + (se - sw) * u - top) * v);
}

/** Octaves of noise, each rotated so that no axis of the lattice shows. About -1 to 1. */
export function fbm(x: number, y: number, octaves: number, seed: number, gain = 0.5): number {
  let sum = 0;
  let weight = 1;
  let total = 0;
  for (let octave = 0; octave < octaves; octave++) {
    sum += weight * noise(x, y, seed + octave * 17);
    total += weight;
    weight *= gain;
    const turned = 1.616 * x - 1.212 * y;
    y = 1.212 * x + 1.616 * y + 5.3;
    x = turned + 9.1;
  }
  return sum / Math.sqrt(total);
}

export interface Cell {
  /** To the nearest seed point, in lattice units. */
  distance: number;
  id: number;
}

/** Voronoi cells, one per unit square. Writes and returns `into`, since this runs for every pixel. */
export function cells(x: number, y: number, seed: number, into: Cell): Cell {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  let nearest = Infinity;
  for (let cy = iy - 1; cy <= iy + 1; cy++) {
    for (let cx = ix - 1; cx <= ix + 1; cx++) {
      const dx = cx + hashUnit(cx, cy, seed) - x;
      const dy = cy + hashUnit(cx, cy, seed + 1) - y;
      const squared = dx * dx + dy * dy;
      if (squared < nearest) {
        nearest = squared;
        into.id = hashUnit(cx, cy, seed + 2);
      }
    }
  }
  into.distance = Math.sqrt(nearest);
  return into;
}

export const clamp = (x: number, low = 0, high = 1): number => (x < low ? low : x > high ? high : x);
export const lerp = (a: number, b: number, t: number): number => a + (b - a) * t;

export function smoothstep(from: number, to: number, x: number): number {
  const t = clamp((x - from) / (to - from));
  return t * t * (3 - 2 * t);
}
