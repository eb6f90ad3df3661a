import type { Background } from '../toolkit/background.ts';
import { hex, scaled } from '../toolkit/colour.ts';
import { TEXTURED } from '../toolkit/finish.ts';
import { clamp, fbm, noise, smoothstep } from '../toolkit/noise.ts';
import { hashUnit } from '../toolkit/random.ts';
import { paintRelief } from '../toolkit/relief.ts';

const THREADS = 215;

/** At a crossing. */
function threadAt(
  across: number,
  along: number,
  thread: number,
  over: number,
  seed: number,
): { height: number; tone: number } {
  // Linen is spun unevenly: slubs come and go along a thread.
  const slub = 0.5 * noise(along * 0.05, thread * 3.7, seed) + 0.5 * noise(along * 0.21, thread * 5.3, seed + 1);
  const half = 0.42 + 0.13 * slub + 0.06 * (hashUnit(thread, 0, seed + 2) - 0.5);
  const off = (across - 0.5 - 0.07 * noise(along * 0.35, thread * 2.9, seed + 3)) / half;
  const round = Math.sqrt(Math.max(0, 1 - off * off));
  const fibre = noise(along * 1.1 + off * 2, off * 4 + thread * 7.1, seed + 4);
  return {
    height: off * off < 1 ? round + 0.55 * over + 0.12 * fibre : -1,
    tone: 1 + 0.12 * (hashUnit(thread, 1, seed + 2) - 0.5) + 0.17 * slub + 0.08 * fibre,
  };
}

/** Cloth that lies nearly flat, in heights of the picture. */
function wavesAt(x: number, y: number, seed: number): number {
  const wx = x + 0.25 * fbm(x * 0.8, y * 0.8, 2, seed);
  const wy = y + 0.25 * fbm(x * 0.8, y * 0.8, 2, seed + 1);
  const broad = noise(wx * 0.9 + wy * 0.7, wy * 2.2 - wx * 1.3, seed + 2);
  const narrow = noise(wx * 1.6 + wy * 1.1, wy * 5 - wx * 3.2, seed + 3);
  return 0.034 * broad + 0.0075 * narrow * smoothstep(-0.2, 0.6, broad);
}

function linen(code: string, waves: number, seed: number): Background['paint'] {
  const colour = hex(code);
  const light = { from: [-0.75, -0.5, 0.9], ambient: 0.38, falloff: 0.12 } as const;
  return (picture) =>
    paintRelief(picture, light, (x, y, into) => {
      const u = x * THREADS + 1.1 * noise(x * 3, y * 3, seed + 10);
      const v = y * THREADS * 0.96 + 1.1 * noise(x * 3, y * 3, seed + 11);
      const i = Math.floor(u);
      const j = Math.floor(v);
      const over = Math.cos(Math.PI * (v + i));
      const warp = threadAt(u - i, v, i, over, seed + 20);
      const weft = threadAt(v - j, u, j, -Math.cos(Math.PI * (u + j)), seed + 30);
      const top = warp.height > weft.height ? warp : weft;
      const depth = clamp(top.height, -0.4, 1.6);
      const shade = top.tone * (0.62 + 0.38 * smoothstep(-0.3, 1.1, depth));
      into.colour = scaled(colour, shade);
      into.height = 0.0009 * depth + waves * wavesAt(x, y, seed + 40);
    });
}

/** Sheen runs along the folds. */
function silk(code: string, seed: number): Background['paint'] {
  const colour = hex(code);
  const light = {
    from: [-0.6, -0.6, 0.8],
    ambient: 0.34,
    tint: [1.06, 0.98, 0.86],
    falloff: 0.08,
    gloss: 0.55,
  } as const;
  return (picture) =>
    paintRelief(picture, light, (x, y, into) => {
      const wx = x + 0.22 * fbm(x * 0.9, y * 0.9, 2, seed);
      const wy = y + 0.26 * fbm(x * 0.9, y * 0.9, 2, seed + 1);
      const across = wx * 0.62 + wy * 0.78;
      const along = wy * 0.62 - wx * 0.78;
      const gather = smoothstep(-0.5, 0.6, noise(along * 0.7, across * 1.1, seed + 2));
      const turn = across * 13 + 2.4 * noise(along * 0.6, across * 1.3, seed + 3);
      // One side of a fold is steeper, and its crest narrower than its hollow.
      const fold = Math.sin(turn + 0.55 * Math.sin(turn + 0.6));
      const inner = across * 34 + 3.2 * noise(along * 0.9, across * 2.2, seed + 4);
      const small = Math.sin(inner + 0.6 * Math.sin(inner));
      const fine = Math.sin(across * 83 + 4 * noise(along * 1.6, across * 4, seed + 5));
      into.height =
        0.026 * (0.4 + gather) * (fold + 0.25 * fold * fold) +
        0.0105 * gather * small +
        0.0022 * gather * fine * (0.5 + 0.5 * small);
      // Threads too fine to be seen one by one.
      const weave = 1 + 0.012 * noise(x * 520, y * 90, seed + 6) + 0.012 * noise(x * 90, y * 520, seed + 7);
      into.colour = scaled(colour, weave);
    });
}

export const fabrics = {
  'linen-natural': {
    paint: linen('#cdbb9f', 1, 3),
    finish: { ...TEXTURED, exposure: 1.12, vignette: 0.1 },
    quality: 66,
  },
  'linen-white': {
    paint: linen('#f3f0ea', 1.25, 53),
    finish: { ...TEXTURED, exposure: 1.06, vignette: 0.06 },
    quality: 66,
  },
  'linen-blue': {
    paint: linen('#5d738d', 1, 103),
    finish: { ...TEXTURED, exposure: 1.12, vignette: 0.15 },
    quality: 66,
  },
  'silk-champagne': { paint: silk('#eee2d2', 11), finish: { exposure: 1.1 } },
} satisfies Record<string, Background>;
