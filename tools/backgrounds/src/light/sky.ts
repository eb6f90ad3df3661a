import type { Background } from '../toolkit/background.ts';
import { hex, mix, plus, ramp, scaled, type Rgb } from '../toolkit/colour.ts';
import { clamp, fbm, smoothstep } from '../toolkit/noise.ts';
import { ASPECT, paint } from '../toolkit/picture.ts';

/** Along the line of sight, 0 to 1. `plane`: the layer above the viewer. */
function cirrusAt(px: number, py: number, seed: number, cover: number): number {
  const wx = px + 0.5 * fbm(px * 0.6, py * 0.6, 4, seed);
  const wy = py + 0.5 * fbm(px * 0.6, py * 0.6, 4, seed + 1);
  const wisps = fbm(wx * 0.55 + wy * 0.3, wy * 1.5 - wx * 0.4, 8, seed + 2, 0.56);
  const banks = fbm(px * 0.35, py * 0.5, 3, seed + 3);
  return smoothstep(0.62 - cover, 1.25 - cover, wisps * 0.75 + banks * 0.8);
}

const clear = ramp([
  [0, '#3f78b8'],
  [0.45, '#76a6d6'],
  [0.8, '#aecbe6'],
  [1, '#d3e2ee'],
]);

const dusk = ramp([
  [0, '#51618f'],
  [0.3, '#8a83ab'],
  [0.52, '#c99bab'],
  [0.72, '#f0b092'],
  [0.88, '#f9c98c'],
  [1, '#fbdca6'],
]);

/** About 20 degrees up: the layer converges below the picture. */
function layer(x: number, y: number): readonly [number, number] {
  const rise = 1.3 - y;
  return [(x - ASPECT / 2) / rise + 3, 1.1 / rise];
}

export const skies = {
  'sky-clear': {
    paint: (picture) =>
      paint(picture, (x, y) => {
        const [px, py] = layer(x, y);
        const cloud = 0.85 * cirrusAt(px, py * 1.3, 71, 0.42);
        const thick = cirrusAt(px + 0.07, py * 1.3 - 0.05, 71, 0.42);
        const sky = clear(y + 0.06 * (x / ASPECT - 0.5));
        const white = mix(hex('#ffffff'), hex('#c9d6e4'), clamp(0.75 * thick * cloud));
        return mix(sky, white, cloud);
      }),
  },
  'sky-sunset': {
    paint: (picture) =>
      paint(picture, (x, y) => {
        const [px, py] = layer(x, y);
        const cloud = cirrusAt(px, py * 1.6, 23, 0.5);
        const under = cirrusAt(px - 0.05, py * 1.6 + 0.12, 23, 0.5);
        const away = Math.hypot((x - 1) * 0.8, (y - 1.02) * 1.5);
        const glow = Math.exp(-away * away * 2.6);
        const sky = plus(dusk(y), scaled(hex('#ffb066'), 0.28 * glow));
        // The sun is low: what faces it burns, what hangs behind is in the dusk.
        const lit: Rgb = mix(hex('#ffb9a0'), hex('#ffd9a0'), clamp(y * 0.9 + glow * 0.4));
        const dim: Rgb = mix(hex('#77739b'), hex('#d28f86'), smoothstep(0.2, 0.95, y));
        const colour = mix(lit, dim, clamp(1.15 * under * (1 - 0.6 * glow)));
        return mix(sky, colour, 0.8 * cloud);
      }),
  },
} satisfies Record<string, Background>;
