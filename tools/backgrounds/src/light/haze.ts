import type { Background } from '../toolkit/background.ts';
import { addDisc } from './bokeh.ts';
import { blur } from '../toolkit/blur.ts';
import { hex, mix, plus, ramp, scaled, type Rgb } from '../toolkit/colour.ts';
import { clamp, fbm, lerp, noise, smoothstep } from '../toolkit/noise.ts';
import { ASPECT, paint, paintCoarse, type Picture } from '../toolkit/picture.ts';
import { hashUnit, randomFrom } from '../toolkit/random.ts';

const LAYERS = 7;

const dawn = ramp([
  [0, '#b9cbe0'],
  [0.3, '#dfdfe0'],
  [0.5, '#f7e4cf'],
  [1, '#fbeede'],
]);

/** Broad, with sharp tops. */
function crestAt(x: number, range: number, detail = 0.035): number {
  const ridge = 1 - Math.abs(noise(x * (1 + range * 0.12) + range * 9.3, range * 3.1, 5));
  const small = fbm(x * (3.5 + range * 0.5) + range * 3, range * 1.7, 6, 6, 0.52);
  return 0.34 + range * 0.092 - (0.15 - range * 0.006) * ridge ** 1.4 - detail * small;
}

/** Distant ranges take the air's colour, in the mist of the valley before. */
function mountains(x: number, y: number, pixel: number): Rgb {
  const sun = Math.exp(-(((x - 0.98) * 1.1) ** 2 + ((y - 0.3) * 1.6) ** 2) * 3.2);
  const air = plus(dawn(y * 1.5), scaled(hex('#ffd9a6'), 0.3 * sun));
  // Nearest first: hidden ranges need no computing.
  let colour: Rgb = [0, 0, 0];
  let open = 1;
  for (let range = LAYERS - 1; range >= 0 && open > 0; range--) {
    const trees = range > 3 ? 0.0035 * (range - 3) * fbm(x * 90, range, 3, 20 + range, 0.7) : 0;
    const below = y - crestAt(x, range);
    const inside = smoothstep(-0.8 * pixel, 0.8 * pixel, below - trees);
    if (inside === 0) continue;
    const near = (range + 1) / LAYERS;
    const body = mix(hex('#a9b6c6'), hex('#2f4756'), near ** 1.25);
    const slopes = 1 + 0.16 * near * fbm(x * 16 + below * 12, y * 26, 5, 40 + range, 0.6);
    // Mist does not follow every tooth of the crest.
    const depth = y - crestAt(x, range, 0);
    const mist = clamp(
      0.24 * (1 - near) +
        0.78 * smoothstep(0, 0.24, depth + 0.06 * fbm(x * 2.2, y * 4 + range, 4, 60 + range)) * (1.12 - 0.62 * near),
    );
    const lit = scaled(body, slopes * (1 + 0.6 * sun * (1 - near)));
    colour = plus(colour, scaled(mix(lit, mix(air, hex('#f3e3d0'), 0.3), mist), open * inside));
    open *= 1 - inside;
  }
  return plus(colour, scaled(air, open));
}

/** Coverage by a row of trunks. */
function trunkAt(x: number, y: number, row: number, spacing: number): number {
  let most = 0;
  const slot = Math.floor(x / spacing);
  for (let i = slot - 1; i <= slot + 1; i++) {
    if (hashUnit(i, row, 3) > 0.72) continue;
    const lean = 0.06 * (hashUnit(i, row, 4) - 0.5);
    const bow = 0.006 * noise(y * 2, i * 7.7, 50 + row);
    const centre = (i + 0.15 + 0.7 * hashUnit(i, row, 5)) * spacing + lean * (y - 0.5) + bow;
    const half = spacing * (0.03 + 0.13 * hashUnit(i, row, 6) ** 2) * (0.85 + 0.4 * smoothstep(0, 1, y));
    most = Math.max(most, 1 - smoothstep(half * 0.75, half * 1.15, Math.abs(x - centre)));
  }
  return most;
}

function addSparkles(picture: Picture): void {
  const random = randomFrom(19);
  for (let i = 0; i < 90; i++) {
    const x = random() * ASPECT;
    const y = 0.3 * random() ** 1.4;
    const light = 0.02 + 0.2 * random() ** 4;
    const radius = 0.012 + 0.02 * random();
    addDisc(picture, { x, y, radius, light, colour: hex('#f3efb4'), soft: 0.2, rim: 0.25 });
  }
}

const ROWS = 6;

/** Each row paler with mist; the sun stands behind. */
function forest(x: number, y: number): Rgb {
  const away = Math.hypot((x - 0.82) * 0.9, (y - 0.36) * 1.15);
  const glow = Math.exp(-away * away * 3.4);
  const air = mix(hex('#a3bba6'), [1.12, 1.04, 0.78], clamp(0.1 + 1.05 * glow));
  let colour = air;
  for (let row = 0; row < ROWS; row++) {
    const near = (row + 1) / ROWS;
    const trunk = trunkAt(x + row * 0.37, y, row, 0.09 + 0.12 * near ** 1.6);
    const size = lerp(9, 4.2, near);
    const leaves = fbm(x * size + row * 11, y * size * 1.1, 5, 80 + row, 0.6);
    const crown = smoothstep(0.02, 0.5, leaves + 0.3 * near - 0.05 - 1.5 * (y - lerp(0.22, 0.1, near)) - 0.3 * glow);
    const ground = lerp(0.6, 0.83, near) + 0.025 * fbm(x * 3 + row * 5, row, 3, 90 + row);
    const growth = smoothstep(-0.03, 0.05, y - ground + 0.045 * fbm(x * size * 2.4, y * size * 2.4, 4, 95 + row));
    const cover = clamp(Math.max(trunk, 0.8 * crown, growth));
    if (cover === 0) continue;
    const bark = mix(hex('#8fa296'), hex('#202b20'), near ** 0.8);
    const green = mix(hex('#9fb79a'), hex('#42552a'), near ** 0.8);
    const patch = growth * smoothstep(0.05, 0.7, fbm(x * 2.2 + row, y * 13, 3, 140)) * (0.4 + glow);
    const light = 1 + 0.25 * leaves + 0.5 * glow + 1.3 * patch - 0.35 * growth * smoothstep(0.75, 1.05, y);
    const body = scaled(trunk > Math.max(crown, growth) ? bark : green, light);
    const mist = clamp((0.84 - 0.74 * near) * (0.72 + 0.55 * glow));
    colour = mix(colour, mix(body, air, mist), cover);
  }
  const turn = Math.atan2(y + 0.25, x - 0.95);
  const shaft = smoothstep(0.05, 0.6, fbm(turn * 7, 0.4, 3, 120)) * smoothstep(1.05, 0.1, y) * 0.2;
  return plus(colour, scaled(hex('#fff2cf'), shaft * (0.35 + 0.65 * glow)));
}

export const hazes = {
  'forest-haze': {
    paint: (picture) => {
      paintCoarse(picture, 2, (coarse) => {
        paint(coarse, forest);
        // A portrait lens, focused on the product in front.
        blur(coarse, 0.0085);
      });
      addSparkles(picture);
    },
    finish: { exposure: 1.12, vignette: 0.12 },
  },
  'mountains-haze': {
    paint: (picture) => {
      const pixel = 1 / picture.height;
      paint(picture, (x, y) => mountains(x, y, pixel));
      blur(picture, 0.0012);
    },
  },
} satisfies Record<string, Background>;
