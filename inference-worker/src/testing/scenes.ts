import type { Raster, Size } from '../pixels/raster.ts';

export interface Scene {
  readonly image: Raster;
  readonly alpha: Float32Array;
  readonly subject: Uint8Array;
}

type Colour = readonly [number, number, number];

/** In fractions of the picture's height, from the centre; `pixel` likewise. */
export interface Drawing {
  readonly alphaAt: (x: number, y: number, pixel: number) => number;
  readonly subjectAt: (x: number, y: number) => Colour;
  readonly groundAt: (x: number, y: number) => Colour;
}

/** From the distance to the outline, positive inside. */
const covered = (inside: number, pixel: number): number => Math.min(1, Math.max(0, inside / pixel + 0.5));

const wall = (x: number, y: number): Colour => [
  168 + 30 * Math.sin(7 * x) + 12 * Math.cos(11 * y),
  174 + 24 * Math.sin(7 * x + 1),
  182 + 20 * y,
];

function wheel(x: number, y: number, pixel: number): number {
  const distance = Math.hypot(x, y);
  const turn = (Math.atan2(y, x) / (2 * Math.PI)) * 12;
  const across = Math.abs(turn - Math.round(turn)) * ((2 * Math.PI) / 12) * distance;
  const spoke = distance < 0.34 ? covered(0.004 - across, pixel) : 0;
  return Math.max(covered(0.015 - Math.abs(distance - 0.34), pixel), covered(0.05 - distance, pixel), spoke);
}

export const drawings = {
  hair: {
    alphaAt: (x, y, pixel) => {
      const distance = Math.hypot(x, y);
      const turn = (Math.atan2(y, x) / (2 * Math.PI)) * 60 + 6 * Math.sin(distance * 14);
      const across = Math.abs(turn - Math.round(turn)) * ((2 * Math.PI) / 60) * distance;
      const thickness = 0.009 * Math.max(0, (0.44 - distance) / 0.16);
      return Math.max(covered(0.3 - distance, pixel), distance < 0.44 ? 0.8 * covered(thickness - across, pixel) : 0);
    },
    subjectAt: () => [40, 28, 22],
    groundAt: () => [255, 255, 255],
  },
  wheel: { alphaAt: wheel, subjectAt: () => [36, 38, 44], groundAt: wall },
  ring: {
    alphaAt: (x, y, pixel) => covered(0.04 - Math.abs(Math.hypot(x, y) - 0.3), pixel),
    subjectAt: (x) => [201, 162 + 40 * x, 39],
    groundAt: wall,
  },
  white: {
    alphaAt: (x, y, pixel) => covered(Math.min(0.3 - Math.abs(x), 0.3 - Math.abs(y)), pixel),
    subjectAt: (x, y) => [238 + 6 * x, 238 + 6 * y, 236],
    groundAt: () => [253, 253, 253],
  },
  border: {
    alphaAt: (x, y, pixel) => covered(Math.min(0.25 - x, y + 0.2), pixel),
    subjectAt: (x, y) => [120 + 60 * Math.sin(9 * x), 40, 60 + 20 * Math.cos(12 * y)],
    groundAt: wall,
  },
  soft: {
    alphaAt: (x, y) => Math.min(1, Math.max(0, (0.3 - Math.hypot(x, y)) / 0.08 + 0.5)),
    subjectAt: (x, y) => [150 + 40 * Math.sin(9 * x), 60 + 30 * Math.cos(8 * y), 40],
    groundAt: (x, y) => [60, 120 + 50 * Math.sin(9 * x), 170 + 40 * Math.cos(10 * y)],
  },
} as const satisfies Record<string, Drawing>;

export function draw({ alphaAt, subjectAt, groundAt }: Drawing, { width, height }: Size): Scene {
  const alpha = new Float32Array(width * height);
  const subject = new Uint8Array(width * height * 3);
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < alpha.length; i++) {
    const x = ((i % width) + 0.5 - width / 2) / height;
    const y = (Math.floor(i / width) + 0.5) / height - 0.5;
    const [a, own, ground] = [alphaAt(x, y, 1 / height), subjectAt(x, y), groundAt(x, y)];
    alpha[i] = a;
    for (let c = 0; c < 3; c++) {
      subject[i * 3 + c] = own[c]!;
      // Without any noise a picture is easier than every photo.
      const grain = ((i * 7919 + c * 104_729) % 31) / 10 - 1.5;
      data[i * 3 + c] = Math.min(255, Math.max(0, Math.round(a * own[c]! + (1 - a) * ground[c]! + grain)));
    }
  }
  return { image: { data, width, height, channels: 3 }, alpha, subject };
}
