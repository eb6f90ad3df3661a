import { hex, type Rgb } from '../toolkit/colour.ts';
import { randomFrom } from '../toolkit/random.ts';
import { ball, box, drum, type Shape } from '../trace/shapes.ts';
import type { Scene } from '../trace/tracer.ts';

const DAYLIGHT: Rgb = [6.2, 6.5, 6.8];
/** Less than they send into the room, or they would swallow their bars. */
const PANES: Rgb = [1.75, 1.85, 1.95];
export const LAMPLIGHT: Rgb = [4.2, 2.9, 1.6];

/** Before a table 0.75 m high. */
export const CAMERA = { eye: [0, 1.12, -1.15], pitch: 0.12, focal: 1.6 } as const;

export function plant(x: number, y: number, z: number, size: number, seed: number): Shape[] {
  const random = randomFrom(seed);
  const greens = ['#3f5f34', '#587a40', '#2f4a2c', '#7a9a55'].map(hex);
  return Array.from({ length: 16 }, () => {
    const turn = random() * 7;
    const out = size * Math.sqrt(random()) * 0.8;
    const up = size * (random() * 1.5 - 0.3);
    const green = greens[Math.floor(random() * greens.length)]!;
    return ball(x + Math.cos(turn) * out, y + up, z + Math.sin(turn) * out, size * (0.16 + 0.2 * random()), green);
  });
}

export function windowAt(x: number, y: number, z: number, width: number, height: number): Shape[] {
  const white = hex('#e9e6e0');
  return [
    box([x, y, z - 0.02], [x + width, y + height, z], [0, 0, 0], { glow: PANES }),
    box([x + width / 2 - 0.035, y, z - 0.07], [x + width / 2 + 0.035, y + height, z - 0.03], white),
    box([x, y + height * 0.62, z - 0.07], [x + width, y + height * 0.62 + 0.05, z - 0.03], white),
    box([x - 0.08, y - 0.08, z - 0.1], [x + width + 0.08, y, z - 0.01], white),
  ];
}

export function shell(walls: string, floor: string): Shape[] {
  return [
    box([-9, -1, -9], [9, 0, 9], hex(floor), { bevel: 0 }),
    box([-9, -1, 5], [9, 9, 6], hex(walls), { bevel: 0 }),
    box([3.2, -1, -9], [4, 9, 9], hex(walls), { bevel: 0 }),
    box([-9, 2.8, -9], [9, 3, 9], hex('#efece6'), { bevel: 0 }),
  ];
}

export const daylight = (x: number, y: number, z: number, width: number, height: number) => ({
  corner: [x, y, z] as const,
  u: [width, 0, 0] as const,
  v: [0, height, 0] as const,
  light: DAYLIGHT,
});

/** Behind the camera's left shoulder. */
export const sideWindow = { corner: [-3.6, 0.6, -0.5], u: [0, 0, 3.6], v: [0, 2, 0], light: [8.6, 8.5, 8.2] } as const;

export const livingRoom: Scene = {
  ...CAMERA,
  shapes: [
    ...shell('#ded5c8', '#b08d68'),
    ...windowAt(-2.1, 0.95, 5, 1.5, 1.5),
    box([-2.5, 0.1, 4.78], [-2.1, 2.6, 4.9], hex('#f0ebe2')),
    box([-0.55, 0.1, 4.78], [-0.2, 2.6, 4.9], hex('#f0ebe2')),
    box([0.35, 0.1, 3.9], [2.6, 0.48, 4.85], hex('#9a9a94')),
    box([0.35, 0.48, 4.5], [2.6, 0.95, 4.85], hex('#a5a59e')),
    box([0.55, 0.5, 4.3], [1, 0.88, 4.52], hex('#c98e63')),
    box([1.75, 0.5, 4.3], [2.25, 0.9, 4.52], hex('#e6ddcd')),
    box([0.9, 1.45, 4.95], [1.5, 2.2, 5], hex('#7d8b86')),
    box([1.65, 1.55, 4.95], [2.1, 2.1, 5], hex('#c8a27c')),
    drum(-0.05, 4.4, 0.16, 0, 0.42, hex('#c9b8a2')),
    ...plant(-0.05, 0.95, 4.4, 0.42, 4),
    drum(2.85, 4.3, 0.02, 0, 1.5, hex('#3a3632')),
    ball(2.85, 1.62, 4.3, 0.17, [0, 0, 0], LAMPLIGHT),
    box([-2.9, 0.12, 3.6], [-1.2, 0.55, 4.3], hex('#a98661')),
    box([-2.06, 0.14, 3.585], [-2.04, 0.53, 3.61], hex('#4d3a28')),
    box([-1.85, 0.55, 3.75], [-1.35, 0.62, 4.1], hex('#e6dccb')),
    box([-1.8, 0.62, 3.78], [-1.42, 0.67, 4.05], hex('#7d8b86')),
    drum(-2.2, 3.9, 0.09, 0.55, 0.8, hex('#d8cdbd')),
    ...plant(-2.2, 0.98, 3.9, 0.2, 11),
  ],
  lamps: [daylight(-2.1, 0.95, 4.97, 1.5, 1.5), sideWindow],
  sky: [0.46, 0.45, 0.44],
};

function cupboardDoors(): Shape[] {
  return [-2.6, -2, -1.4, -0.8, -0.2, 0.4, 1, 1.6, 2.2].flatMap((x) => [
    box([x - 0.012, 0.1, 4.285], [x + 0.012, 0.88, 4.31], hex('#4f5c53')),
    box([x + 0.06, 0.66, 4.25], [x + 0.085, 0.82, 4.28], hex('#c9a877')),
  ]);
}

function crockery(y: number, z: number, seed: number): Shape[] {
  const random = randomFrom(seed);
  const colours = ['#e9e2d6', '#b8876a', '#8ba08f', '#4e5a5e', '#d9c39c', '#f2efe9'].map(hex);
  return Array.from({ length: 9 }, (_, i) => {
    const height = 0.1 + 0.2 * random();
    return drum(
      0.42 + i * 0.24 + 0.05 * random(),
      z,
      0.05 + 0.05 * random(),
      y,
      y + height,
      colours[Math.floor(random() * 6)]!,
    );
  });
}

export const kitchen: Scene = {
  ...CAMERA,
  shapes: [
    ...shell('#ece9e3', '#c9b79d'),
    ...windowAt(-2, 1.1, 5, 1.6, 1.3),
    box([-9, 0, 4.3], [9, 0.88, 5], hex('#8fa093')),
    box([-9, 0.88, 4.25], [9, 0.93, 5], hex('#eceae6')),
    box([-9, 0, 4.27], [9, 0.1, 4.31], hex('#5b6a60')),
    ...cupboardDoors(),
    box([0.3, 1.42, 4.7], [2.75, 1.46, 5], hex('#a87c50')),
    box([0.3, 1.9, 4.7], [2.75, 1.94, 5], hex('#a87c50')),
    ...crockery(1.46, 4.85, 3),
    ...crockery(1.94, 4.85, 8),
    ball(0.75, 1.06, 4.6, 0.13, hex('#d8a24a')),
    drum(1.15, 4.65, 0.11, 0.93, 1.2, hex('#b8876a')),
    box([1.5, 0.93, 4.55], [2, 1.22, 4.85], hex('#c9ccce')),
    drum(-0.2, 4.6, 0.09, 0.93, 1.1, hex('#f2efe9')),
    ...plant(-0.2, 1.22, 4.6, 0.2, 21),
    box([2.35, 0, 3.9], [3.2, 2.3, 4.9], hex('#dfe1e2')),
    ball(-0.55, 1.92, 2.9, 0.12, [0, 0, 0], LAMPLIGHT),
    ball(0.55, 1.92, 2.9, 0.12, [0, 0, 0], LAMPLIGHT),
  ],
  lamps: [daylight(-2, 1.1, 4.97, 1.6, 1.3), sideWindow],
  sky: [0.46, 0.46, 0.46],
};
