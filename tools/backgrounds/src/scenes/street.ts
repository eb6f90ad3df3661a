import { hex, mix, scaled, type Rgb } from '../toolkit/colour.ts';
import { noise, smoothstep } from '../toolkit/noise.ts';
import { hashUnit, randomFrom } from '../toolkit/random.ts';
import { ball, box, drum, type Shape } from '../trace/shapes.ts';
import type { Lamp, Scene } from '../trace/tracer.ts';

/** Metres: half the width of the road, and of the street between houses. */
const ROAD = 3.1;
const STREET = 5.6;
const STOREY = 3.2;
const FRONTS = ['#c9a988', '#b5694f', '#d9d0c0', '#8f9a9c', '#c4b59a', '#a9745a', '#e3d3b6'].map(hex);

interface Light {
  readonly isNight: boolean;
}

/** A paint's colour beyond 1 shines. */
function frontOf(index: number, high: number, { isNight }: Light) {
  const wall = FRONTS[index % FRONTS.length]!;
  const glass = isNight ? hex('#2a3340') : hex('#6d8494');
  const shop: Rgb = isNight ? [3, 1.7, 0.7] : scaled(hex('#4d5a60'), 0.9);
  const awning = FRONTS[(index + 3) % FRONTS.length]!;
  return (_x: number, y: number, z: number): Rgb => {
    const storey = Math.floor(y / STOREY);
    const up = y - storey * STOREY;
    const bay = Math.floor(z / 1.9);
    const along = z - bay * 1.9;
    if (storey === 0) {
      if (up > 2.5 && up < 2.85) return awning;
      return up < 2.5 && up > 0.4 && along > 0.15 ? shop : scaled(wall, 0.7);
    }
    if (y > high - 0.35) return scaled(wall, 1.15);
    if (up < 0.75 || up > 2.5 || along < 0.5 || along > 1.45) return scaled(wall, 1 + 0.05 * noise(y * 2, z * 2, 3));
    if (along < 0.56 || along > 1.39) return hex('#e9e4da');
    const isLit = isNight && hashUnit(bay, storey, index) > 0.55;
    return isLit ? [2.8, 1.7, 0.75] : glass;
  };
}

function houses(side: -1 | 1, light: Light): Shape[] {
  const random = randomFrom(side === 1 ? 31 : 14);
  const shapes: Shape[] = [];
  for (let z = -2, i = 0; z < 90; i++) {
    const deep = 7 + 5 * random();
    const high = STOREY * (3 + Math.floor(2.4 * random()));
    const from = side === 1 ? STREET : -STREET - 9;
    shapes.push(
      box([from, 0, z], [from + 9, high, z + deep], frontOf(i + (side === 1 ? 0 : 4), high, light), { bevel: 0 }),
    );
    z += deep;
  }
  return shapes;
}

function tree(x: number, z: number, seed: number): Shape[] {
  const random = randomFrom(seed);
  const greens = ['#5d7d3c', '#7d9a4c', '#48682f', '#94a95c'].map(hex);
  const crown = Array.from({ length: 11 }, () =>
    ball(
      x + (random() - 0.5) * 2.1,
      3.2 + random() * 2,
      z + (random() - 0.5) * 2.1,
      0.45 + 0.4 * random(),
      greens[Math.floor(random() * 4)]!,
    ),
  );
  return [drum(x, z, 0.13, 0, 3.2, hex('#5b4a3a')), ...crown];
}

function car(x: number, z: number, colour: string): Shape[] {
  return [
    box([x, 0.25, z], [x + 1.7, 0.85, z + 4.1], hex(colour), { bevel: 0.1 }),
    box([x + 0.15, 0.85, z + 0.8], [x + 1.55, 1.4, z + 3.2], hex('#3a4650'), { bevel: 0.15 }),
  ];
}

const slab = (x: number, _y: number, z: number): Rgb => {
  const seam = Math.min(Math.abs((x / 0.8) % 1), Math.abs((z / 0.8) % 1)) < 0.04 ? 0.8 : 1;
  return scaled(hex('#b3aca1'), seam * (1 + 0.08 * noise(x * 4, z * 4, 8)));
};

const ground = (isNight: boolean): Shape[] => {
  const asphalt = hex(isNight ? '#4a4b50' : '#7b7a78');
  const line = hex('#d9d6cc');
  const road = (x: number, _y: number, z: number): Rgb => {
    if (Math.abs(x) < 0.07 && (z / 3) % 1 < 0.55) return line;
    return scaled(asphalt, 1 + 0.1 * noise(x * 3, z * 3, 7));
  };
  return [
    box([-ROAD, -1, -9], [ROAD, 0, 120], road, { bevel: 0 }),
    box([-STREET - 1, -1, -9], [-ROAD, 0.13, 120], slab, { bevel: 0.02 }),
    box([ROAD, -1, -9], [STREET + 1, 0.13, 120], slab, { bevel: 0.02 }),
  ];
};

/** On the left pavement. */
const CAMERA = { eye: [-1.2, 1.55, -4], pitch: 0.03, focal: 1.55 } as const;

export const streetByDay: Scene = {
  ...CAMERA,
  shapes: [
    ...ground(false),
    ...houses(-1, { isNight: false }),
    ...houses(1, { isNight: false }),
    ...[6, 15, 26, 40].flatMap((z, i) => [...tree(4.1, z, 50 + i), ...tree(-4.2, z + 4, 60 + i)]),
    ...car(1.2, 10, '#a8432f'),
    ...car(1.2, 18, '#dfe1e0'),
    ...car(-2.9, 24, '#39516b'),
  ],
  // The sun, high on the left; the sky's light is the scene's own.
  lamps: [{ corner: [-30, 52, 6], u: [9, 5, 0], v: [0, 0, 9], light: [330, 300, 250] }],
  sky: [0.78, 0.9, 1.06],
};

const lantern = (x: number, z: number): Shape[] => [
  drum(x, z, 0.05, 0, 3.6, hex('#25272b')),
  ball(x, 3.75, z, 0.2, [0, 0, 0], [13, 8.6, 4.2]),
];
const lanternLight = (x: number, z: number): Lamp => ({
  corner: [x - 0.3, 3.5, z - 0.3],
  u: [0.6, 0, 0],
  v: [0, 0, 0.6],
  light: [60, 38, 18],
});
const LANTERNS = [5, 12, 20, 30, 42] as const;

const carLights = (z: number): Shape[] => [
  ball(-1.9, 0.7, z, 0.11, [0, 0, 0], [16, 14, 11]),
  ball(-0.6, 0.7, z, 0.11, [0, 0, 0], [16, 14, 11]),
  ball(1.1, 0.75, z + 5, 0.1, [0, 0, 0], [11, 0.9, 0.5]),
  ball(2.3, 0.75, z + 5, 0.1, [0, 0, 0], [11, 0.9, 0.5]),
];

export const streetByNight: Scene = {
  ...CAMERA,
  shapes: [
    ...ground(true),
    ...houses(-1, { isNight: true }),
    ...houses(1, { isNight: true }),
    ...LANTERNS.flatMap((z) => [...lantern(3.7, z), ...lantern(-3.7, z + 3)]),
    ...carLights(14),
    ...carLights(27),
    ...carLights(46),
  ],
  lamps: LANTERNS.slice(0, 4).flatMap((z) => [lanternLight(3.7, z), lanternLight(-3.7, z + 3)]),
  sky: mix(hex('#22325f'), hex('#b9807a'), 0.1),
};

/** The ground nearby is sharp, the distance is not. */
export const streetFocus = (y: number): number => 0.0056 * smoothstep(0.98, 0.6, y);
