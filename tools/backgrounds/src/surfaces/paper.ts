import type { Background } from '../toolkit/background.ts';
import { hex, mix, scaled, type Rgb } from '../toolkit/colour.ts';
import { TEXTURED } from '../toolkit/finish.ts';
import { clamp, fbm, noise, smoothstep } from '../toolkit/noise.ts';
import { paint } from '../toolkit/picture.ts';
import { hashUnit } from '../toolkit/random.ts';
import { paintRelief } from '../toolkit/relief.ts';

/** -1 (dark) to 1 (pale), 0 without one. `share` of the `perHeight` places have a fibre. */
function fibreAt(x: number, y: number, perHeight: number, share: number, seed: number): number {
  const px = x * perHeight;
  const py = y * perHeight;
  const cx = Math.floor(px);
  const cy = Math.floor(py);
  let sum = 0;
  for (let iy = cy - 1; iy <= cy + 1; iy++) {
    for (let ix = cx - 1; ix <= cx + 1; ix++) {
      if (hashUnit(ix, iy, seed) > share) continue;
      const turn = Math.PI * hashUnit(ix, iy, seed + 1);
      const dx = px - ix - hashUnit(ix, iy, seed + 2);
      const dy = py - iy - hashUnit(ix, iy, seed + 3);
      if (dx * dx + dy * dy > 0.9) continue;
      const along = dx * Math.cos(turn) + dy * Math.sin(turn);
      const bent = 0.9 * (hashUnit(ix, iy, seed + 4) - 0.5) * along * along;
      const across = dy * Math.cos(turn) - dx * Math.sin(turn) - bent;
      const length = 0.35 + 0.55 * hashUnit(ix, iy, seed + 5);
      const thick = 0.02 + 0.022 * hashUnit(ix, iy, seed + 6);
      const here = (1 - smoothstep(0.6, 1, Math.abs(along) / length)) * Math.exp(-((across / thick) ** 2));
      sum += here * (hashUnit(ix, iy, seed + 7) > 0.5 ? 1 : -1);
    }
  }
  return clamp(sum, -1, 1);
}

/** Hills and hollows that catch a low light. */
function pressed(code: string, seed: number): Background['paint'] {
  const colour = hex(code);
  return (picture) =>
    paintRelief(picture, { from: [-0.8, -0.6, 0.75], ambient: 0.5, falloff: 0.07 }, (x, y, into) => {
      const hills = fbm(x * 62, y * 62, 3, seed, 0.5);
      const tooth = 0.6 * noise(x * 190, y * 190, seed + 9) + 0.4 * noise(x * 430, y * 430, seed + 10);
      into.height = 0.0013 * hills + 0.00034 * tooth;
      into.colour = scaled(colour, 1 + 0.012 * hills + 0.012 * fbm(x * 2, y * 2, 3, seed + 11));
    });
}

function kraft(code: string, seed: number): Background['paint'] {
  const colour = hex(code);
  const pale = hex('#dcb98c');
  const dark = hex('#7d5a38');
  return (picture) =>
    paintRelief(picture, { from: [-0.7, -0.6, 1], ambient: 0.5, falloff: 0.12 }, (x, y, into) => {
      const pulp = fbm(x * 18, y * 22, 5, seed, 0.62);
      const line = noise(x * 2.5, y * 330, seed + 8);
      const fibre = fibreAt(x, y, 62, 0.4, seed + 20) + 0.8 * fibreAt(x, y, 120, 0.6, seed + 40);
      const tone = scaled(
        colour,
        1 +
          0.09 * pulp +
          0.05 * noise(x * 260, y * 260, seed + 7) +
          0.03 * line +
          0.05 * fbm(x * 1.3, y * 1.3, 3, seed + 9),
      );
      into.colour = fibre > 0 ? mix(tone, pale, 0.42 * clamp(fibre)) : mix(tone, dark, 0.36 * clamp(-fibre));
      into.height =
        0.00016 * pulp + 0.00007 * line + 0.00012 * Math.abs(fibre) + 0.006 * fbm(x * 0.9, y * 0.9, 2, seed + 10);
    });
}

/** A sheet on one side of a straight cut through (x, y) at `turn` degrees. */
interface Sheet {
  readonly x: number;
  readonly y: number;
  readonly turn: number;
  readonly colour: Rgb;
}

function layered(base: string, sheets: readonly Sheet[], seed: number): Background['paint'] {
  const ground = hex(base);
  return (picture) =>
    paint(picture, (x, y) => {
      let colour = ground;
      let layer = 0;
      for (const [i, sheet] of sheets.entries()) {
        const turn = (sheet.turn * Math.PI) / 180;
        const bow = 0.004 * noise(x * 1.4, y * 1.4, seed + i);
        const inside = (x - sheet.x) * Math.cos(turn) + (y - sheet.y) * Math.sin(turn) + bow;
        if (inside > 0) {
          const rim = 1 + 0.06 * (1 - smoothstep(0, 0.0016, inside));
          colour = scaled(sheet.colour, rim * (1 + 0.03 * Math.exp(-inside / 0.2)));
          layer = i + 1;
        } else {
          // Slightly lifted, so it throws a narrow and a broad shadow; the light is at the upper left.
          const lift = 1 + 0.35 * noise(x * 1.1 + 5, y * 1.1, seed + 9 + i);
          const away = -inside / (0.6 + 0.4 * Math.max(0, Math.cos(turn + 2.3)));
          const shadow = 0.3 * Math.exp(-away / (0.006 * lift)) + 0.24 * Math.exp(-away / (0.045 * lift));
          colour = [colour[0] * (1 - shadow), colour[1] * (1 - shadow * 1.05), colour[2] * (1 - shadow * 1.03)];
        }
      }
      const tooth =
        0.012 * noise(x * 300 + layer * 31, y * 300, seed + 20) +
        0.014 * fbm(x * 70 + layer * 17, y * 70, 3, seed + 21) +
        0.02 * fibreAt(x + layer, y, 60, 0.5, seed + 30);
      const light = 1.08 - 0.16 * (0.45 * x + 0.5 * y);
      return scaled(colour, light * (1 + tooth));
    });
}

export const papers = {
  'paper-white': { paint: pressed('#f7f5f1', 5), finish: { ...TEXTURED, exposure: 1.02 }, quality: 87 },
  'paper-kraft': { paint: kraft('#b98d5f', 17), finish: { ...TEXTURED, exposure: 1.08, vignette: 0.14 }, quality: 87 },
  'paper-blush': {
    paint: layered(
      '#f6dcd5',
      [
        { x: 0.98, y: 0.1, turn: 18, colour: hex('#f0c6bd') },
        { x: 0.55, y: 0.86, turn: 112, colour: hex('#e6aba1') },
      ],
      29,
    ),
  },
} satisfies Record<string, Background>;
