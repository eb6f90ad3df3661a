import type { Background } from '../toolkit/background.ts';
import { hex, type Rgb } from '../toolkit/colour.ts';
import { fbm, lerp, smoothstep } from '../toolkit/noise.ts';
import { ASPECT, paint, type Picture } from '../toolkit/picture.ts';
import { randomFrom } from '../toolkit/random.ts';

/** At one distance: farther out of focus, larger and fainter. */
interface Swarm {
  readonly count: number;
  readonly radius: readonly [from: number, to: number];
  readonly light: readonly [from: number, to: number];
  readonly colours: readonly string[];
  /** Heights; most hang in the middle. */
  readonly y: readonly [from: number, to: number];
  /** Softness of a disc's edge, as a share of its radius. */
  readonly soft: number;
  /** Brighter at the edge, as lenses show points behind the focus. */
  readonly rim: number;
}

interface Scene {
  readonly behind: (x: number, y: number) => Rgb;
  readonly swarms: readonly Swarm[];
  readonly seed: number;
}

function bokeh({ behind, swarms, seed }: Scene): Background['paint'] {
  return (picture) => {
    paint(picture, behind);
    const random = randomFrom(seed);
    const between = ([from, to]: readonly [number, number]) => lerp(from, to, random());
    for (const swarm of swarms) {
      for (let i = 0; i < swarm.count; i++) {
        const code = swarm.colours[Math.floor(random() * swarm.colours.length)] ?? '#ffffff';
        const x = random() * (ASPECT + 0.2) - 0.1;
        const y = lerp(swarm.y[0], swarm.y[1], (random() + random()) / 2);
        const light = lerp(swarm.light[0], swarm.light[1], random() ** 3);
        addDisc(picture, {
          x,
          y,
          radius: between(swarm.radius),
          light,
          colour: hex(code),
          soft: swarm.soft,
          rim: swarm.rim,
        });
      }
    }
  };
}

interface Disc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly light: number;
  readonly colour: Rgb;
  readonly soft: number;
  readonly rim: number;
}

/** The lens opening, cut to a cat's eye towards the corners. */
export function addDisc({ width, height, data }: Picture, { x, y, radius, light, colour, soft, rim }: Disc): void {
  const reach = radius * (1 + soft);
  const cx = (x - ASPECT / 2) * 0.32;
  const cy = (y - 0.5) * 0.32;
  const from = Math.max(0, Math.floor((y - reach) * height));
  const to = Math.min(height - 1, Math.ceil((y + reach) * height));
  const left = Math.max(0, Math.floor((x - reach) * height));
  const right = Math.min(width - 1, Math.ceil((x + reach) * height));
  for (let row = from; row <= to; row++) {
    for (let column = left; column <= right; column++) {
      const dx = ((column + 0.5) / height - x) / radius;
      const dy = ((row + 0.5) / height - y) / radius;
      const opening = Math.hypot(dx, dy);
      const barrel = Math.hypot(dx + cx * 1.6, dy + cy * 1.6) / 1.08;
      const out = Math.max(opening, barrel);
      const inside = 1 - smoothstep(1 - soft, 1 + soft, out);
      if (inside <= 0) continue;
      const amount = light * inside * (1 - rim + rim * smoothstep(0.2, 1, out) * 1.4);
      const at = (row * width + column) * 3;
      for (let k = 0; k < 3; k++) data[at + k] = (data[at + k] ?? 0) + amount * (colour[k] ?? 0);
    }
  }
}

function blurred(dark: string, bright: string, centre: readonly [number, number], seed: number): Scene['behind'] {
  const a = hex(dark);
  const b = hex(bright);
  return (x, y) => {
    const away = Math.hypot(x - centre[0], (y - centre[1]) * 1.2);
    const t = Math.max(0, 0.95 * Math.exp(-away * away * 1.9) + 0.22 * fbm(x * 1.7, y * 1.7, 2, seed));
    return [lerp(a[0], b[0], t), lerp(a[1], b[1], t), lerp(a[2], b[2], t)];
  };
}

export const bokehs = {
  'bokeh-gold': {
    paint: bokeh({
      behind: blurred('#1a0f06', '#8a5a1e', [0.75, 0.45], 3),
      swarms: [
        {
          count: 60,
          radius: [0.09, 0.15],
          light: [0.01, 0.09],
          colours: ['#ffb347', '#ffcf7d', '#ff9a3c'],
          y: [-0.2, 1.2],
          soft: 0.3,
          rim: 0.1,
        },
        {
          count: 110,
          radius: [0.04, 0.075],
          light: [0.02, 0.4],
          colours: ['#ffc25e', '#ffdfa0', '#ffa53f'],
          y: [-0.2, 1.2],
          soft: 0.1,
          rim: 0.25,
        },
        {
          count: 90,
          radius: [0.018, 0.03],
          light: [0.05, 0.9],
          colours: ['#ffd58a', '#fff0cf', '#ffbe5c'],
          y: [-0.1, 1.1],
          soft: 0.12,
          rim: 0.3,
        },
      ],
      seed: 5,
    }),
  },
  'bokeh-city': {
    paint: bokeh({
      behind: (x, y) => {
        const base = blurred('#05070f', '#1b2540', [0.8, 0.52], 9)(x, y);
        const glow = 0.05 * Math.exp(-(((y - 0.55) / 0.16) ** 2));
        return [base[0] + glow * 1.2, base[1] + glow * 0.7, base[2] + glow * 0.5];
      },
      swarms: [
        {
          count: 70,
          radius: [0.05, 0.085],
          light: [0.01, 0.16],
          colours: ['#ff9a3c', '#6fa8ff', '#ffd08a', '#ff5a4d'],
          y: [0.15, 0.9],
          soft: 0.12,
          rim: 0.2,
        },
        {
          count: 90,
          radius: [0.032, 0.048],
          light: [0.05, 0.85],
          colours: ['#ffb056', '#ffd9a0', '#8fb8ff', '#ff6a4a', '#ffcf80'],
          y: [0.25, 0.82],
          soft: 0.07,
          rim: 0.3,
        },
        {
          count: 70,
          radius: [0.014, 0.022],
          light: [0.1, 1.2],
          colours: ['#ffe0b0', '#cfe0ff', '#ffb45e', '#ff7a55'],
          y: [0.36, 0.7],
          soft: 0.1,
          rim: 0.3,
        },
      ],
      seed: 21,
    }),
    finish: { vignette: 0.25 },
  },
  'bokeh-garden': {
    paint: bokeh({
      behind: (x, y) => {
        const base = blurred('#27421d', '#a9bf62', [0.95, 0.25], 14)(x, y);
        const shade = 0.55 + 0.45 * smoothstep(1.1, 0.2, y) + 0.3 * fbm(x * 3.1, y * 3.1, 2, 40);
        return [base[0] * shade, base[1] * shade, base[2] * shade];
      },
      swarms: [
        {
          count: 90,
          radius: [0.09, 0.17],
          light: [0.01, 0.12],
          colours: ['#8fb14a', '#cfe07a', '#5e8f3a', '#f2f0a8'],
          y: [-0.3, 1.1],
          soft: 0.5,
          rim: 0,
        },
        {
          count: 120,
          radius: [0.035, 0.07],
          light: [0.01, 0.3],
          colours: ['#d9ea8a', '#fbf6c0', '#a8c860', '#f4ffd8'],
          y: [-0.35, 0.85],
          soft: 0.16,
          rim: 0.25,
        },
        {
          count: 50,
          radius: [0.02, 0.032],
          light: [0.03, 0.55],
          colours: ['#fbf9d8', '#e6f2a0'],
          y: [-0.25, 0.7],
          soft: 0.14,
          rim: 0.3,
        },
      ],
      seed: 33,
    }),
  },
  'bokeh-rose': {
    paint: bokeh({
      behind: blurred('#c98a94', '#f8dcd8', [0.7, 0.4], 27),
      swarms: [
        {
          count: 70,
          radius: [0.08, 0.15],
          light: [0.01, 0.09],
          colours: ['#ffc4c8', '#ffe3d8', '#f7a8b8'],
          y: [-0.2, 1.2],
          soft: 0.3,
          rim: 0.1,
        },
        {
          count: 90,
          radius: [0.035, 0.065],
          light: [0.02, 0.22],
          colours: ['#ffe9e4', '#ffd0cf', '#fff4ea'],
          y: [-0.2, 1.2],
          soft: 0.12,
          rim: 0.3,
        },
        {
          count: 50,
          radius: [0.016, 0.026],
          light: [0.04, 0.35],
          colours: ['#fff4ee', '#ffe0dc'],
          y: [-0.1, 1.1],
          soft: 0.14,
          rim: 0.3,
        },
      ],
      seed: 47,
    }),
  },
  'bokeh-silver': {
    paint: bokeh({
      behind: blurred('#7f8894', '#dfe4ea', [0.75, 0.35], 35),
      swarms: [
        {
          count: 70,
          radius: [0.08, 0.14],
          light: [0.01, 0.09],
          colours: ['#dfe8f2', '#ffffff', '#c2d2e4'],
          y: [-0.2, 1.2],
          soft: 0.28,
          rim: 0.1,
        },
        {
          count: 110,
          radius: [0.03, 0.06],
          light: [0.02, 0.25],
          colours: ['#ffffff', '#e9f1fa', '#d5e2f0'],
          y: [-0.2, 1.2],
          soft: 0.12,
          rim: 0.3,
        },
        {
          count: 70,
          radius: [0.014, 0.024],
          light: [0.04, 0.45],
          colours: ['#ffffff', '#eef4fb'],
          y: [-0.1, 1.1],
          soft: 0.14,
          rim: 0.3,
        },
      ],
      seed: 58,
    }),
  },
} satisfies Record<string, Background>;
