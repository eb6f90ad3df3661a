import type { Background } from '../toolkit/background.ts';
import { hex, scaled, type Rgb } from '../toolkit/colour.ts';
import { TEXTURED } from '../toolkit/finish.ts';
import { fbm, noise, smoothstep } from '../toolkit/noise.ts';
import { paint } from '../toolkit/picture.ts';
import { hashUnit } from '../toolkit/random.ts';

/** Chips of one size on a share of a lattice's places. */
interface Chips {
  readonly perHeight: number;
  readonly share: number;
}

const SIZES: readonly Chips[] = [
  { perHeight: 9, share: 0.5 },
  { perHeight: 17, share: 0.55 },
  { perHeight: 34, share: 0.5 },
  { perHeight: 80, share: 0.42 },
  { perHeight: 150, share: 0.3 },
];
const CORNERS = 6;
const COLOURS = ['#c9c4bc', '#a79c90', '#e0d3c4', '#8d8984', '#c79a7c', '#d8b79c', '#6f6a66', '#f4efe8'].map(hex);
const BINDER = hex('#eae4db');

/** In the stone's radius; negative outside. */
function insideChip(dx: number, dy: number, ix: number, iy: number, seed: number): number {
  let depth = 1;
  for (let i = 0; i < CORNERS; i++) {
    const turn = ((i + 0.7 * hashUnit(ix, iy, seed + 10 + i)) * 2 * Math.PI) / CORNERS;
    const cut = 0.22 + 0.26 * hashUnit(ix, iy, seed + 20 + i);
    depth = Math.min(depth, cut - dx * Math.cos(turn) - dy * Math.sin(turn));
  }
  return depth;
}

function chipAt(
  x: number,
  y: number,
  { perHeight, share }: Chips,
  seed: number,
): { colour: Rgb; edge: number } | undefined {
  const px = x * perHeight + 0.09 * noise(x * perHeight * 2.2, y * perHeight * 2.2, seed);
  const py = y * perHeight + 0.09 * noise(x * perHeight * 2.2, y * perHeight * 2.2, seed + 1);
  const cx = Math.floor(px);
  const cy = Math.floor(py);
  for (let iy = cy - 1; iy <= cy + 1; iy++) {
    for (let ix = cx - 1; ix <= cx + 1; ix++) {
      if (hashUnit(ix, iy, seed + 2) > share) continue;
      const dx = px - ix - 0.15 - 0.7 * hashUnit(ix, iy, seed + 3);
      const dy = py - iy - 0.15 - 0.7 * hashUnit(ix, iy, seed + 4);
      if (dx * dx + dy * dy > 0.4) continue;
      const edge = insideChip(dx, dy, ix, iy, seed);
      if (edge <= 0) continue;
      const colour = COLOURS[Math.floor(hashUnit(ix, iy, seed + 5) ** 1.3 * COLOURS.length)] ?? BINDER;
      const vein = 1 + 0.12 * fbm(x * 30 + ix, y * 30 + iy, 4, seed + 6) + 0.1 * (hashUnit(ix, iy, seed + 7) - 0.5);
      return { colour: scaled(colour, vein), edge: edge / perHeight };
    }
  }
  return undefined;
}

export const terrazzos = {
  terrazzo: {
    paint: (picture) =>
      paint(picture, (x, y) => {
        const cement = 1 + 0.03 * fbm(x * 3, y * 3, 4, 2) + 0.03 * noise(x * 300, y * 300, 3);
        let colour = scaled(BINDER, cement);
        for (const [i, size] of SIZES.entries()) {
          const chip = chipAt(x, y, size, 100 * i + 7);
          if (chip === undefined) continue;
          // The grinder leaves a fine dark seam around each chip.
          const seam = 0.86 + 0.14 * smoothstep(0, 0.0016, chip.edge);
          colour = scaled(chip.colour, seam);
          break;
        }
        const light = 1.07 - 0.13 * (0.5 * x + 0.45 * y);
        const shine = 0.02 * Math.exp(-(((x - 0.4) * 0.7 + (y - 0.1) * 0.6) ** 2) / 0.2);
        return [colour[0] * light + shine, colour[1] * light + shine, colour[2] * light + shine];
      }),
    finish: TEXTURED,
    quality: 80,
  },
} satisfies Record<string, Background>;
