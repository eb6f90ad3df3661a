import type { Background } from '../toolkit/background.ts';
import { hex, mix, type Rgb } from '../toolkit/colour.ts';
import { TEXTURED } from '../toolkit/finish.ts';
import { cells, clamp, fbm, noise, smoothstep, type Cell } from '../toolkit/noise.ts';
import { paintRelief, type RakingLight } from '../toolkit/relief.ts';

interface Wall {
  readonly pale: Rgb;
  readonly dark: Rgb;
  /** `clouds`: uneven drying; `rough`: roughness; `holes`: left by air. */
  readonly clouds: number;
  readonly rough: number;
  readonly holes: number;
  /** 0 for cast concrete. */
  readonly strokes: number;
  readonly light: RakingLight;
  readonly seed: number;
}

const cell: Cell = { distance: 0, id: 0 };

function holesAt(x: number, y: number, perHeight: number, share: number, seed: number): number {
  cells(x * perHeight, y * perHeight, seed, cell);
  if (cell.id > share) return 0;
  const ragged = 1 + 0.7 * noise(x * perHeight * 2.3, y * perHeight * 2.3, seed + 5);
  return 1 - smoothstep(0.1, 0.1 + 0.22 * (cell.id / share), cell.distance * ragged);
}

/** Broad, overlapping strokes of a trowel, in three directions. */
function strokesAt(x: number, y: number, seed: number): number {
  const wx = x + 0.05 * fbm(x * 1.7, y * 1.7, 2, seed);
  const wy = y + 0.05 * fbm(x * 1.7, y * 1.7, 2, seed + 1);
  let sum = 0;
  for (let i = 0; i < 3; i++) {
    const turn = 0.35 + i * 1.05;
    const along = wx * Math.cos(turn) + wy * Math.sin(turn);
    const across = wy * Math.cos(turn) - wx * Math.sin(turn);
    const here = smoothstep(-0.2, 0.5, noise(wx * 2.1 + i * 9, wy * 2.1, seed + 20 + i));
    sum +=
      here *
      (0.7 * noise(along * 1.6, across * 9, seed + 30 + i) + 0.3 * fbm(along * 5, across * 34, 2, seed + 40 + i));
  }
  return sum;
}

function wall({ pale, dark, clouds, rough, holes, strokes, light, seed }: Wall): Background['paint'] {
  return (picture) =>
    paintRelief(picture, light, (x, y, into) => {
      const wx = x + 0.1 * fbm(x * 1.4, y * 1.4, 3, seed + 1);
      const wy = y + 0.1 * fbm(x * 1.4, y * 1.4, 3, seed + 2);
      const big = fbm(wx * 1.2, wy * 1.6, 6, seed + 3, 0.58);
      const damp = smoothstep(0.05, 0.6, fbm(wx * 2.7, wy * 2.2, 5, seed + 4, 0.6));
      const sand = 0.5 * noise(x * 420, y * 420, seed + 5) + 0.5 * noise(x * 160, y * 160, seed + 6);
      const stroke = strokes > 0 ? strokes * strokesAt(x, y, seed + 60) : 0;
      const hole =
        holes > 0
          ? Math.max(
              0.8 * holesAt(x, y, 34, 0.022 * holes, seed + 7),
              0.8 * holesAt(x, y, 90, 0.03 * holes, seed + 11),
              0.6 * holesAt(x, y, 210, 0.05 * holes, seed + 15),
            )
          : 0;
      const tone = clamp(
        0.42 +
          clouds * (0.5 * big + 0.28 * damp) +
          0.11 * sand * rough +
          0.13 * fbm(x * 34, y * 34, 4, seed + 9, 0.6) +
          0.14 * stroke,
        0,
        1.2,
      );
      const colour = mix(pale, dark, tone);
      const shade = 1 - 0.3 * hole;
      into.colour = [colour[0] * shade, colour[1] * shade, colour[2] * shade];
      into.height =
        rough * (0.00034 * sand + 0.0016 * fbm(x * 26, y * 26, 5, seed + 8, 0.56)) + 0.003 * stroke - 0.0013 * hole;
    });
}

export const walls = {
  'concrete-light': {
    paint: wall({
      pale: hex('#d9d8d4'),
      dark: hex('#a3a29e'),
      clouds: 0.85,
      rough: 0.8,
      holes: 1,
      strokes: 0.25,
      light: { from: [-0.6, -0.6, 1], ambient: 0.45, falloff: 0.12 },
      seed: 3,
    }),
    finish: { ...TEXTURED, vignette: 0.1 },
    quality: 87,
  },
  'concrete-dark': {
    paint: wall({
      pale: hex('#66676a'),
      dark: hex('#38393c'),
      clouds: 1,
      rough: 0.9,
      holes: 0.8,
      strokes: 0.5,
      light: { from: [-0.5, -0.8, 1], ambient: 0.4, falloff: 0.2 },
      seed: 71,
    }),
    finish: { ...TEXTURED, vignette: 0.25 },
    quality: 87,
  },
  'plaster-warm': {
    paint: wall({
      pale: hex('#f0e4d3'),
      dark: hex('#d2bda2'),
      clouds: 0.45,
      rough: 0.5,
      holes: 0,
      strokes: 1.1,
      light: { from: [0.8, -0.55, 0.9], ambient: 0.4, falloff: 0.16 },
      seed: 131,
    }),
    finish: { ...TEXTURED, vignette: 0.08 },
    quality: 87,
  },
} satisfies Record<string, Background>;
