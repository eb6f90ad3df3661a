import { hex, type Rgb } from '../toolkit/colour.ts';
import { randomFrom } from '../toolkit/random.ts';
import { CAMERA, daylight, LAMPLIGHT, plant, shell, sideWindow, windowAt } from './rooms.ts';
import { ball, box, drum, type Shape } from '../trace/shapes.ts';
import type { Scene } from '../trace/tracer.ts';

function row(
  [x, end]: readonly [number, number],
  y: number,
  z: number,
  size: { readonly wide: number; readonly high: number },
  colours: readonly Rgb[],
  seed: number,
): Shape[] {
  const random = randomFrom(seed);
  const shapes: Shape[] = [];
  for (let at = x; at < end - size.wide;) {
    const wide = size.wide * (0.7 + 0.6 * random());
    const high = size.high * (0.75 + 0.3 * random());
    const colour = colours[Math.floor(random() * colours.length)]!;
    shapes.push(box([at, y, z], [at + wide * 0.94, y + high, z + 0.24], colour));
    at += wide * (random() > 0.85 ? 1.7 : 1);
  }
  return shapes;
}

function board(from: number, to: number, y: number, z: number, colour: Rgb): Shape {
  return box([from, y - 0.03, z], [to, y, 5], colour);
}

const BOOKS = ['#8a4b3a', '#35506b', '#d9c9a8', '#6b7d63', '#c9833f', '#e8e1d3', '#4a4a52'].map(hex);
const OAK = hex('#a67c52');

export const office: Scene = {
  ...CAMERA,
  shapes: [
    ...shell('#e3e1da', '#a98a66'),
    ...windowAt(0.7, 1.05, 5, 2, 1.4),
    box([-2.7, 0.71, 3.9], [0.2, 0.75, 4.75], hex('#c79f70')),
    box([-2.65, 0, 3.95], [-2.58, 0.71, 4.7], hex('#3b3b3d')),
    box([0.08, 0, 3.95], [0.15, 0.71, 4.7], hex('#3b3b3d')),
    box([-1.85, 0.92, 4.5], [-0.85, 1.5, 4.54], hex('#1d2126')),
    box([-1.4, 0.75, 4.5], [-1.3, 0.95, 4.54], hex('#2b2e33')),
    box([-1.7, 0.75, 4.05], [-1.1, 0.765, 4.2], hex('#e6e6e3')),
    drum(-0.3, 4.3, 0.05, 0.75, 0.86, hex('#d5674b')),
    drum(-2.35, 4.35, 0.09, 0.75, 0.78, hex('#2f3437')),
    drum(-2.35, 4.35, 0.012, 0.78, 1.25, hex('#2f3437')),
    ball(-2.28, 1.28, 4.28, 0.1, [0, 0, 0], LAMPLIGHT),
    box([-1.75, 0.45, 3.2], [-1.15, 0.52, 3.75], hex('#4c5a63')),
    box([-1.7, 0.55, 3.15], [-1.2, 1.15, 3.22], hex('#556570')),
    drum(-1.45, 3.45, 0.04, 0.06, 0.45, hex('#303236')),
    box([-2.7, 1.9, 4.68], [0.1, 1.94, 5], OAK),
    ...row([-2.65, -0.4], 1.94, 4.72, { wide: 0.075, high: 0.32 }, BOOKS, 5),
    drum(0.55, 4.5, 0.17, 0, 0.4, hex('#d6d0c5')),
    ...plant(0.55, 0.95, 4.5, 0.42, 17),
    box([-0.9, 0.75, 4.3], [-0.62, 0.83, 4.55], BOOKS[1]!),
  ],
  lamps: [daylight(0.7, 1.05, 4.97, 2, 1.4), sideWindow],
  sky: [0.48, 0.48, 0.49],
};

const bulb = (x: number, y: number, z: number): Shape[] => [
  drum(x, z, 0.012, y + 0.14, 2.8, hex('#1c1a18')),
  ball(x, y, z, 0.11, [0, 0, 0], [7, 4.6, 2.3]),
];
const shine = (x: number, z: number) => ({
  corner: [x - 0.2, 2.02, z - 0.2] as const,
  u: [0.4, 0, 0] as const,
  v: [0, 0, 0.4] as const,
  light: [26, 17, 9] as const,
});

const cafeTable = (x: number, z: number): Shape[] => [
  drum(x, z, 0.36, 0.7, 0.74, hex('#8a5f3c')),
  drum(x, z, 0.04, 0, 0.7, hex('#23201e')),
  drum(x - 0.55, z, 0.17, 0.42, 0.47, hex('#6d4a30')),
  drum(x + 0.55, z + 0.1, 0.17, 0.42, 0.47, hex('#6d4a30')),
];

const CUPS = ['#f1ece2', '#d9b38a', '#7f9a8d', '#c56a4d', '#e9dcc4'].map(hex);

export const cafe: Scene = {
  ...CAMERA,
  shapes: [
    ...shell('#5f6f68', '#7a5a41'),
    ...windowAt(-2.9, 0.8, 5, 1.7, 1.6),
    box([-0.9, 0, 3.9], [3.2, 1.02, 4.5], hex('#8b6240')),
    box([-0.95, 1.02, 3.85], [3.2, 1.07, 4.55], hex('#e4ddd0')),
    board(-0.6, 3.1, 1.5, 4.7, hex('#9b6f48')),
    board(-0.6, 3.1, 1.95, 4.7, hex('#9b6f48')),
    ...row([-0.5, 3], 1.5, 4.74, { wide: 0.15, high: 0.24 }, CUPS, 3),
    ...row([-0.5, 3], 1.95, 4.74, { wide: 0.12, high: 0.34 }, BOOKS, 8),
    box([0.3, 1.07, 4.05], [1, 1.5, 4.4], hex('#b9bcbd')),
    drum(1.5, 4.1, 0.2, 1.07, 1.1, hex('#efe9dd')),
    ball(1.46, 1.18, 4.1, 0.09, hex('#c98a4b')),
    ball(1.6, 1.17, 4.05, 0.08, hex('#b9773c')),
    ...bulb(-0.35, 1.85, 3.7),
    ...bulb(0.75, 1.85, 3.7),
    ...bulb(1.85, 1.85, 3.7),
    ...bulb(-1.5, 2, 3),
    ...cafeTable(-1.9, 3.9),
    ...cafeTable(-1.2, 2.7),
    drum(-2.75, 4.6, 0.15, 0, 0.4, hex('#b5a48c')),
    ...plant(-2.75, 0.9, 4.6, 0.4, 9),
  ],
  lamps: [daylight(-2.9, 0.8, 4.97, 1.7, 1.6), sideWindow, shine(-0.35, 3.7), shine(0.75, 3.7), shine(1.85, 3.7)],
  sky: [0.3, 0.27, 0.24],
};

const GOODS = ['#e9c9b8', '#a9bfb4', '#f3eee4', '#d98f6a', '#c9cfe0', '#e8d9a8', '#8aa0ad'].map(hex);
const strip = (x: number) => box([x, 2.76, 1], [x + 0.12, 2.79, 4.8], [0, 0, 0], { glow: [3.2, 3.1, 2.9] });

export const shop: Scene = {
  ...CAMERA,
  shapes: [
    ...shell('#efece6', '#d3c6b2'),
    ...[0.6, 1.05, 1.5, 1.95].flatMap((y, i) => [
      board(-2.6, -0.2, y, 4.6, hex('#cba77c')),
      board(0.2, 2.7, y, 4.6, hex('#cba77c')),
      ...row([-2.55, -0.25], y, 4.66, { wide: 0.26, high: 0.3 }, GOODS, 20 + i),
      ...row([0.25, 2.65], y, 4.66, { wide: 0.22, high: 0.32 }, GOODS, 30 + i),
    ]),
    box([-2.65, 0, 4.6], [-2.6, 2.3, 5], hex('#cba77c')),
    box([-0.2, 0, 4.6], [-0.15, 2.3, 5], hex('#cba77c')),
    box([0.15, 0, 4.6], [0.2, 2.3, 5], hex('#cba77c')),
    box([2.7, 0, 4.6], [2.75, 2.3, 5], hex('#cba77c')),
    box([-1.3, 0, 2.9], [0.1, 0.62, 3.6], hex('#f2eee7')),
    ...row([-1.2, 0], 0.62, 3.1, { wide: 0.3, high: 0.22 }, GOODS, 41),
    drum(1.4, 3.4, 0.3, 0, 0.55, hex('#e7ded0')),
    ball(1.3, 0.66, 3.35, 0.12, hex('#d98f6a')),
    ball(1.52, 0.64, 3.45, 0.1, hex('#8aa0ad')),
    strip(-1.6),
    strip(0),
    strip(1.6),
  ],
  lamps: [{ corner: [-1.7, 2.75, 1], u: [3.4, 0, 0], v: [0, 0, 3.6], light: [2.4, 2.35, 2.2] }, sideWindow],
  sky: [0.46, 0.46, 0.46],
};
