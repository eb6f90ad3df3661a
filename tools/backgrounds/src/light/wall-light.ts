import type { Background } from '../toolkit/background.ts';
import { blur } from '../toolkit/blur.ts';
import { hex, mix, scaled, times, type Rgb } from '../toolkit/colour.ts';
import { clamp, fbm, lerp, noise, smoothstep } from '../toolkit/noise.ts';
import { ASPECT, blank, paint, sample, type Picture } from '../toolkit/picture.ts';
import { randomFrom } from '../toolkit/random.ts';

const TABLE = 0.79;

function rollerAt(x: number, y: number, seed: number): number {
  return (
    1 +
    0.012 * fbm(x * 60, y * 60, 3, seed) +
    0.006 * noise(x * 260, y * 260, seed + 5) +
    0.02 * fbm(x * 1.2, y * 1.5, 3, seed + 6)
  );
}

/** Two by three panes, 0 to 1. Edges soften with distance. */
function panesAt(x: number, y: number): number {
  // The low sun slants and stretches the window.
  const u = (x - 0.3 - 0.42 * (y - 0.1)) / 0.72;
  const v = (y + 0.12 - 0.16 * (x - 0.3)) / 0.86;
  const soft = 0.014 + 0.028 * clamp(u * 0.6 + v * 0.4);
  const pane = (t: number, count: number, bar: number) => {
    const at = t * count;
    const off = Math.abs(at - Math.round(at)) / count;
    const inner = Math.round(at) > 0 && Math.round(at) < count ? smoothstep(bar - soft, bar + soft, off) : 1;
    return inner * smoothstep(-soft, soft, t) * smoothstep(-soft, soft, 1 - t);
  };
  return pane(u, 2, 0.022) * pane(v, 3, 0.02);
}

function windowLight(x: number, y: number): Rgb {
  const wall = hex('#efe6da');
  const top = hex('#f4eee5');
  const onTable = smoothstep(TABLE - 0.0012, TABLE + 0.0012, y);
  // The sun comes from higher up, so the panes lie flatter.
  const below = (y - TABLE) * 0.75;
  const sun = lerp(panesAt(x, y), panesAt(x - 0.9 * below, TABLE + below * 0.5) * 1.12, onTable);
  const breeze = 0.93 + 0.1 * fbm(x * 2.6 + y, y * 2.1 - x * 0.6, 3, 8);
  const crease = 1 - 0.2 * Math.exp(-Math.abs(y - TABLE) / 0.022) - 0.1 * Math.exp(-Math.abs(y - TABLE) / 0.11);
  const sky = scaled([0.93, 0.98, 1.06], (0.5 - 0.09 * (x / ASPECT) + 0.05 * y) * crease);
  const warm = scaled([1.1, 0.99, 0.82], 0.62 * sun * breeze);
  const light: Rgb = [sky[0] + warm[0], sky[1] + warm[1], sky[2] + warm[2]];
  const surface = mix(scaled(wall, rollerAt(x, y, 3)), scaled(top, 1 + 0.006 * noise(x * 200, y * 200, 9)), onTable);
  return times(surface, light);
}

/** A lens-shaped blade from (x, y). */
function addBlade(
  { width, height, data }: Picture,
  x: number,
  y: number,
  turn: number,
  length: number,
  half: number,
): void {
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const left = Math.max(0, Math.floor((Math.min(x, x + cos * length) - half) * height));
  const right = Math.min(width - 1, Math.ceil((Math.max(x, x + cos * length) + half) * height));
  const top = Math.max(0, Math.floor((Math.min(y, y + sin * length) - half) * height));
  const bottom = Math.min(height - 1, Math.ceil((Math.max(y, y + sin * length) + half) * height));
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const dx = (column + 0.5) / height - x;
      const dy = (row + 0.5) / height - y;
      const along = (dx * cos + dy * sin) / length;
      if (along < 0 || along > 1) continue;
      const wide = half * Math.sin(Math.PI * along ** 0.8);
      if (Math.abs(dy * cos - dx * sin) < wide) data[(row * width + column) * 3] = 1;
    }
  }
}

interface Frond {
  readonly x: number;
  readonly y: number;
  readonly turn: number;
  readonly length: number;
  readonly blades: number;
  /** Distance from the wall: the shadow's softness. */
  readonly soft: number;
}

const fronds: readonly Frond[] = [
  { x: 1.62, y: -0.1, turn: 2.62, length: 1.15, blades: 22, soft: 0.008 },
  { x: 1.66, y: 0.2, turn: 2.98, length: 0.95, blades: 19, soft: 0.013 },
  { x: 1.35, y: -0.18, turn: 2.15, length: 0.85, blades: 17, soft: 0.02 },
  { x: 1.65, y: 0.62, turn: 3.28, length: 0.75, blades: 15, soft: 0.016 },
  { x: -0.2, y: -0.12, turn: 0.75, length: 0.7, blades: 15, soft: 0.026 },
  { x: 1.0, y: -0.25, turn: 1.75, length: 0.6, blades: 14, soft: 0.03 },
];

/** Blades on both sides of a hanging rib. */
function frondShadow(frond: Frond, like: Picture, seed: number): Picture {
  const shadow = blank(Math.ceil(like.width / 2), Math.ceil(like.height / 2));
  const random = randomFrom(seed);
  let { x, y, turn } = frond;
  const step = frond.length / frond.blades;
  const sag = (Math.cos(turn) < 0 ? -1 : 1) * 0.022;
  for (let i = 0; i < frond.blades; i++) {
    const place = i / frond.blades;
    const length = frond.length * (0.2 + 0.26 * Math.sin(Math.PI * (0.15 + 0.8 * place))) * (0.85 + 0.3 * random());
    const open = lerp(1.15, 0.4, place);
    for (const side of [-1, 1])
      addBlade(shadow, x, y, turn + side * (open + 0.16 * (random() - 0.5)), length, 0.0085 + 0.005 * random());
    addBlade(shadow, x, y, turn, step * 1.6, 0.004);
    x += Math.cos(turn) * step;
    y += Math.sin(turn) * step;
    turn += sag;
  }
  blur(shadow, frond.soft);
  return shadow;
}

function leafShadow(picture: Picture): void {
  const shadows = fronds.map((frond, i) => frondShadow(frond, picture, i + 3));
  const wall = hex('#f3ece2');
  paint(picture, (x, y) => {
    let sun = 1;
    for (const shadow of shadows) sun *= 1 - 0.8 * sample(shadow, x, y)[0];
    // More distant leaves only dim the light here and there.
    sun *= 0.86 + 0.2 * smoothstep(-0.5, 0.5, fbm(x * 1.6 - y * 0.7, y * 1.9 + x * 0.4, 3, 31));
    const sky = scaled([0.9, 0.97, 1.07], 0.47 - 0.05 * (x / ASPECT));
    const warm = scaled([1.08, 0.99, 0.85], 0.58 * sun);
    return times(scaled(wall, rollerAt(x, y, 41)), [sky[0] + warm[0], sky[1] + warm[1], sky[2] + warm[2]]);
  });
}

export const litWalls = {
  'window-light': { paint: (picture) => paint(picture, windowLight), finish: { vignette: 0.08 } },
  'leaf-shadow': { paint: leafShadow, finish: { vignette: 0.06 } },
} satisfies Record<string, Background>;
