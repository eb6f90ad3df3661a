import type { Background } from '../toolkit/background.ts';
import { hex, mix, scaled, type Rgb } from '../toolkit/colour.ts';
import { clamp, fbm, noise, smoothstep } from '../toolkit/noise.ts';
import { paint } from '../toolkit/picture.ts';

/** Lines at zero crossings of a bent noise field, broken by another field. */
interface Veins {
  readonly colour: Rgb;
  /** Number per height of the picture, and width relative to their distance. */
  readonly density: number;
  readonly width: number;
  readonly strength: number;
  /** Direction in degrees, and the fields' length relative to their width. */
  readonly angle: number;
  readonly stretch: number;
  readonly bend: number;
  /** 0: everywhere; 1: hardly anywhere. */
  readonly rare: number;
  readonly halo: number;
}

export interface Stone {
  readonly base: Rgb;
  readonly cloud: Rgb;
  readonly clouds: number;
  readonly veins: readonly Veins[];
  readonly polish: number;
  readonly seed: number;
}

/** From value and slope: by value alone, veins would blot where the field is flat. */
function distanceToVein(along: number, across: number, seed: number): number {
  const at = (a: number, c: number) => noise(a, c, seed + 3) + 0.35 * noise(a * 2.1, c * 2.1, seed + 4);
  const here = at(along, across);
  const slope = Math.hypot(at(along + 0.01, across) - here, at(along, across + 0.01) - here) / 0.01;
  return (1.5 * Math.abs(here)) / Math.max(slope, 0.5);
}

function veinAt(veins: Veins, x: number, y: number, seed: number): number {
  const turn = (veins.angle * Math.PI) / 180;
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const wx = x + veins.bend * fbm(x * 1.3, y * 1.3, 4, seed + 1) + 0.018 * fbm(x * 9, y * 9, 5, seed + 2, 0.6);
  const wy = y + veins.bend * fbm(x * 1.3, y * 1.3, 4, seed + 101) + 0.018 * fbm(x * 9, y * 9, 5, seed + 102, 0.6);
  const along = ((wx * cos + wy * sin) * veins.density) / veins.stretch;
  const across = (wy * cos - wx * sin) * veins.density;
  const field = distanceToVein(along, across, seed);
  const swell = 0.35 + 1.3 * smoothstep(-0.5, 0.7, noise(wx * 3.1, wy * 3.1, seed + 5));
  const width = veins.width * swell;
  const there = smoothstep(veins.rare - 0.55, veins.rare - 0.1, fbm(x * 1.6, y * 1.6, 3, seed + 6) + 0.25);
  const core = 1 - smoothstep(width * 0.25, width, field);
  const halo = veins.halo * Math.exp(-field / (width * 5)) * (0.6 + 0.4 * fbm(x * 14, y * 14, 3, seed + 7));
  return veins.strength * there * clamp(core * (0.68 + 0.5 * fbm(x * 11, y * 11, 4, seed + 8, 0.6)) + halo);
}

export function stoneAt({ base, cloud, clouds, veins, seed }: Stone, x: number, y: number): Rgb {
  const wx = x + 0.22 * fbm(x * 1.1, y * 1.1, 3, seed + 31);
  const wy = y + 0.22 * fbm(x * 1.1, y * 1.1, 3, seed + 32);
  const mist = fbm(wx * 1.5 + wy * 0.8, wy * 2.4 - wx, 6, seed + 33, 0.55);
  // Crystals give stone of a flat colour depth.
  const crystal = 0.6 * noise(x * 260, y * 260, seed + 34) + 0.4 * noise(x * 90, y * 90, seed + 35);
  let colour = mix(base, cloud, clamp(clouds * (0.45 + mist) + 0.05 * crystal));
  for (const [i, vein] of veins.entries()) colour = mix(colour, vein.colour, veinAt(vein, x, y, seed + 200 * i));
  // Up close, sugary grains let light in to varying depths.
  return scaled(colour, 1 + 0.03 * crystal + 0.035 * fbm(x * 38, y * 38, 4, seed + 36, 0.6));
}

function slab(stone: Stone): Background['paint'] {
  return (picture) =>
    paint(picture, (x, y) => {
      const colour = stoneAt(stone, x, y);
      const shine = stone.polish * Math.exp(-(((x - 0.35) * 0.8 + (y - 0.1) * 0.55) ** 2) / 0.22);
      const light = 1.06 - 0.12 * (0.5 * x + 0.4 * y);
      return [colour[0] * light + shine, colour[1] * light + shine, colour[2] * light + shine];
    });
}

export const WHITE_MARBLE: Stone = {
  base: hex('#f3f2f0'),
  cloud: hex('#cdced0'),
  clouds: 0.5,
  veins: [
    {
      colour: hex('#8d9096'),
      density: 1.5,
      width: 0.05,
      strength: 0.62,
      angle: 32,
      stretch: 2.6,
      bend: 0.2,
      rare: 0.3,
      halo: 0.55,
    },
    {
      colour: hex('#a79f92'),
      density: 2.6,
      width: 0.028,
      strength: 0.5,
      angle: 38,
      stretch: 2.2,
      bend: 0.24,
      rare: 0.45,
      halo: 0.35,
    },
    {
      colour: hex('#9da0a6'),
      density: 5,
      width: 0.04,
      strength: 0.35,
      angle: -28,
      stretch: 1.6,
      bend: 0.2,
      rare: 0.5,
      halo: 0.2,
    },
  ],
  polish: 0.03,
  seed: 26,
};

export const marbles = {
  'marble-white': {
    paint: slab(WHITE_MARBLE),
  },
  'marble-black': {
    paint: slab({
      base: hex('#17181a'),
      cloud: hex('#2a2b2e'),
      clouds: 0.5,
      veins: [
        {
          colour: hex('#e8e4dc'),
          density: 1.7,
          width: 0.022,
          strength: 0.9,
          angle: 28,
          stretch: 2.8,
          bend: 0.15,
          rare: 0.35,
          halo: 0.12,
        },
        {
          colour: hex('#b9b4aa'),
          density: 3.4,
          width: 0.02,
          strength: 0.6,
          angle: -40,
          stretch: 2,
          bend: 0.16,
          rare: 0.48,
          halo: 0.1,
        },
        {
          colour: hex('#8d8a84'),
          density: 7,
          width: 0.03,
          strength: 0.35,
          angle: 50,
          stretch: 1.6,
          bend: 0.2,
          rare: 0.5,
          halo: 0.1,
        },
      ],
      polish: 0.025,
      seed: 17,
    }),
    finish: { vignette: 0.15 },
  },
  'marble-green': {
    paint: slab({
      base: hex('#16392e'),
      cloud: hex('#3f6b55'),
      clouds: 0.85,
      veins: [
        {
          colour: hex('#0b211b'),
          density: 2.2,
          width: 0.12,
          strength: 0.7,
          angle: 15,
          stretch: 2,
          bend: 0.34,
          rare: 0.2,
          halo: 0.5,
        },
        {
          colour: hex('#cfe0d0'),
          density: 2.4,
          width: 0.022,
          strength: 0.7,
          angle: 24,
          stretch: 2.6,
          bend: 0.2,
          rare: 0.42,
          halo: 0.3,
        },
        {
          colour: hex('#8fb59c'),
          density: 5.5,
          width: 0.03,
          strength: 0.5,
          angle: -30,
          stretch: 1.8,
          bend: 0.18,
          rare: 0.4,
          halo: 0.25,
        },
      ],
      polish: 0.022,
      seed: 29,
    }),
    finish: { vignette: 0.15 },
  },
  'marble-beige': {
    paint: slab({
      base: hex('#e9dcc6'),
      cloud: hex('#cdb594'),
      clouds: 0.6,
      veins: [
        {
          colour: hex('#f8f1e3'),
          density: 2,
          width: 0.06,
          strength: 0.6,
          angle: 20,
          stretch: 2.4,
          bend: 0.22,
          rare: 0.3,
          halo: 0.5,
        },
        {
          colour: hex('#a57b4f'),
          density: 2.6,
          width: 0.02,
          strength: 0.55,
          angle: 26,
          stretch: 2.8,
          bend: 0.17,
          rare: 0.42,
          halo: 0.35,
        },
        {
          colour: hex('#b99a72'),
          density: 6,
          width: 0.035,
          strength: 0.35,
          angle: -35,
          stretch: 1.5,
          bend: 0.2,
          rare: 0.45,
          halo: 0.2,
        },
      ],
      polish: 0.03,
      seed: 41,
    }),
  },
} satisfies Record<string, Background>;
