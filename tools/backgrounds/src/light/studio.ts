import type { Background } from '../toolkit/background.ts';
import { hex, type Rgb } from '../toolkit/colour.ts';
import { fbm, smoothstep } from '../toolkit/noise.ts';
import { ASPECT, paint } from '../toolkit/picture.ts';

/** Faces down and to the back. Metres; x right, y up, z back. */
interface Softbox {
  readonly at: Rgb;
  readonly width: number;
  readonly height: number;
  readonly light: Rgb;
}

interface Studio {
  readonly colour: string;
  /** Radius of the curve from floor to wall; small for folded paper. */
  readonly curve: number;
  readonly lights: readonly Softbox[];
  readonly ambient: Rgb;
  readonly spot?: { readonly x: number; readonly y: number; readonly radius: number; readonly gain: number };
  readonly mottle?: number;
}

const CAMERA = { y: 1.15, z: -3.6, pitch: -0.1, focal: 1.75 };
const WALL = 2.2;
const SAMPLES = 5;

/** In the sweep's upright plane. */
function sweepAt(dy: number, dz: number, curve: number): { y: number; z: number; ny: number; nz: number } {
  const floorEnd = WALL - curve;
  if (dy < 0) {
    const z = CAMERA.z + (-CAMERA.y / dy) * dz;
    if (z < floorEnd) return { y: 0, z, ny: 1, nz: 0 };
  }
  const oy = CAMERA.y - curve;
  const oz = CAMERA.z - floorEnd;
  const a = dy * dy + dz * dz;
  const b = oy * dy + oz * dz;
  const inside = b * b - a * (oy * oy + oz * oz - curve * curve);
  if (inside > 0) {
    const t = (-b + Math.sqrt(inside)) / a;
    const y = CAMERA.y + t * dy;
    const z = CAMERA.z + t * dz;
    if (y < curve && z > floorEnd) return { y, z, ny: (curve - y) / curve, nz: (floorEnd - z) / curve };
  }
  return { y: CAMERA.y + ((WALL - CAMERA.z) / dz) * dy, z: WALL, ny: 0, nz: -1 };
}

function studio({ colour, curve, lights, ambient, spot, mottle = 0 }: Studio): Background['paint'] {
  const albedo = hex(colour);
  const lamps = lights.flatMap(({ at, width, height, light }) =>
    Array.from({ length: SAMPLES * SAMPLES }, (_, i) => ({
      x: at[0] + ((i % SAMPLES) / (SAMPLES - 1) - 0.5) * width,
      y: at[1],
      z: at[2] + (Math.floor(i / SAMPLES) / (SAMPLES - 1) - 0.5) * height,
      light,
    })),
  );
  const share = 1 / (SAMPLES * SAMPLES);
  const cos = Math.cos(CAMERA.pitch);
  const sin = Math.sin(CAMERA.pitch);
  return (picture) =>
    paint(picture, (px, py) => {
      const sx = (px - ASPECT / 2) / CAMERA.focal;
      const sy = (0.5 - py) / CAMERA.focal;
      const { y, z, ny, nz } = sweepAt(sy * cos + sin, cos - sy * sin, curve);
      const x = sx * (z - CAMERA.z);
      let r = 0;
      let g = 0;
      let b = 0;
      for (const lamp of lamps) {
        const lx = lamp.x - x;
        const ly = lamp.y - y;
        const lz = lamp.z - z;
        const squared = lx * lx + ly * ly + lz * lz;
        const facing = ny * ly + nz * lz;
        if (facing <= 0) continue;
        // The softbox faces down and back, so it lights its sides less.
        const thrown = Math.max(0.8 * ly - 0.6 * lz, 0);
        const amount = (facing * thrown * share) / (squared * squared);
        r += amount * lamp.light[0];
        g += amount * lamp.light[1];
        b += amount * lamp.light[2];
      }
      // The sweep lights itself: floor and wall reflect each other.
      const open = 0.75 + 0.25 * Math.abs(ny + nz);
      let tone = 1;
      if (mottle > 0) {
        const warp = 0.5 * fbm(px * 2.1, py * 2.1, 3, 5);
        tone += mottle * (fbm(px * 1.7 + warp, py * 1.7 - warp, 5, 9, 0.62) + 0.35 * fbm(px * 14, py * 14, 3, 3));
      }
      if (spot !== undefined) {
        const away = Math.hypot(x - spot.x, (y - spot.y) * 1.1, (z - WALL) * 0.8) / spot.radius;
        tone *= 1 + spot.gain * Math.exp(-away * away * 1.4) * smoothstep(2.4, 0.4, away);
      }
      return [
        albedo[0] * tone * (r + ambient[0] * open),
        albedo[1] * tone * (g + ambient[1] * open),
        albedo[2] * tone * (b + ambient[2] * open),
      ];
    });
}

const grey = (light: number): Rgb => [light, light, light];
const warm = (light: number): Rgb => [light * 1.05, light, light * 0.92];
const cool = (light: number): Rgb => [light * 0.96, light, light * 1.05];

export const studios = {
  'studio-white': {
    paint: studio({
      colour: '#f6f6f5',
      curve: 1.4,
      lights: [{ at: [-0.6, 3.4, -0.4], width: 3, height: 2, light: grey(8.2) }],
      ambient: grey(0.42),
    }),
    finish: { exposure: 1.3 },
  },
  'studio-grey': {
    paint: studio({
      colour: '#b4b5b8',
      curve: 1.1,
      lights: [
        { at: [-1.6, 3, 0], width: 1.6, height: 1.6, light: grey(8) },
        { at: [2.4, 2.6, -1], width: 1, height: 2, light: cool(1.6) },
      ],
      ambient: cool(0.3),
    }),
    finish: { exposure: 1.2, vignette: 0.12 },
  },
  'studio-charcoal': {
    paint: studio({
      colour: '#55565a',
      curve: 0.9,
      lights: [{ at: [-0.4, 3.2, 0.2], width: 1.2, height: 1, light: grey(2.6) }],
      ambient: grey(0.16),
      spot: { x: 0, y: 1.05, radius: 1.25, gain: 2.6 },
      mottle: 0.13,
    }),
    finish: { vignette: 0.3 },
  },
  'studio-sand': {
    paint: studio({
      colour: '#d8c5ae',
      curve: 1.2,
      lights: [
        { at: [2, 3, 0], width: 1.4, height: 1.4, light: warm(8) },
        { at: [-2.5, 2.4, -1], width: 1, height: 2, light: grey(1.2) },
      ],
      ambient: warm(0.34),
    }),
    finish: { exposure: 1.5, vignette: 0.08 },
  },
  'studio-blush': {
    paint: studio({
      colour: '#eec4bf',
      curve: 0.16,
      lights: [{ at: [-1.9, 2.9, -0.2], width: 1.2, height: 1.2, light: warm(7.5) }],
      ambient: grey(0.42),
    }),
    finish: { exposure: 1.4, vignette: 0.06 },
  },
  'studio-sage': {
    paint: studio({
      colour: '#a9b79d',
      curve: 0.9,
      lights: [{ at: [0.4, 3.1, -0.3], width: 2, height: 1.4, light: warm(5) }],
      ambient: grey(0.36),
      spot: { x: 0.15, y: 1.25, radius: 1.3, gain: 0.7 },
    }),
    finish: { exposure: 1.3, vignette: 0.14 },
  },
  'studio-blue': {
    paint: studio({
      colour: '#b9d0e2',
      curve: 1.3,
      lights: [
        { at: [-1, 3.2, -0.6], width: 2.4, height: 1.6, light: grey(6.6) },
        { at: [2.6, 2.2, 0.4], width: 0.8, height: 1.6, light: warm(1.1) },
      ],
      ambient: cool(0.4),
    }),
    finish: { exposure: 1.45, vignette: 0.08 },
  },
  'studio-terracotta': {
    paint: studio({
      colour: '#c67b5c',
      curve: 0.1,
      lights: [
        { at: [1.7, 2.5, 0.6], width: 0.8, height: 0.8, light: warm(6.5) },
        { at: [-1.4, 3, -1.4], width: 2, height: 2, light: grey(2.2) },
      ],
      ambient: warm(0.3),
    }),
    finish: { exposure: 1.25, vignette: 0.14 },
  },
} satisfies Record<string, Background>;
