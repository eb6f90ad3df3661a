import { createMask, createPixels, type OwnPixels, type Size } from '../raster.ts';

export interface TestPicture {
  readonly original: OwnPixels;
  readonly matte: ReturnType<typeof createMask>;
}

/** Soft edges, alike at any size; `glass` is partly transparent. */
export const SUBJECTS = ['ball', 'bottle', 'leaves', 'glass'] as const;
export type SubjectKind = (typeof SUBJECTS)[number];

export function drawPicture(kind: SubjectKind, { width, height }: Size): TestPicture {
  const original = createPixels({ width, height });
  const matte = createMask({ width, height });
  const soft = 0.004;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = [(x + 0.5) / width, (y + 0.5) / height];
      const inside = Math.min(1, Math.max(0, 0.5 - distanceTo(kind, u, v) / (2 * soft)));
      const i = y * width + x;
      const ground = [120 + 90 * v, 150 + 60 * Math.sin(9 * u), 190 - 80 * u * v];
      const light = 0.75 + 0.25 * Math.cos(7 * u - 4 * v);
      const thing = [215 * light, 70 + 60 * v, 60 + 40 * Math.sin(13 * u)];
      for (let c = 0; c < 3; c++) original.data[i * 4 + c] = thing[c]! * inside + ground[c]! * (1 - inside);
      original.data[i * 4 + 3] = kind === 'glass' ? 255 * (0.25 + 0.7 * u) : 255;
      matte.data[i] = Math.round(255 * inside);
    }
  }
  return { original, matte };
}

/** Original colours, alpha = matte × original alpha. */
export function cutOutOf({ original, matte }: TestPicture): OwnPixels {
  const cutOut = createPixels(original);
  for (let i = 0; i < matte.data.length; i++) {
    const alpha = Math.round((matte.data[i]! * original.data[i * 4 + 3]!) / 255);
    if (alpha === 0) continue;
    cutOut.data.set(original.data.subarray(i * 4, i * 4 + 3), i * 4);
    cutOut.data[i * 4 + 3] = alpha;
  }
  return cutOut;
}

export const drawBackground = (size: Size): OwnPixels => {
  const pixels = createPixels(size);
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, i += 4) {
      const [u, v] = [x / size.width, y / size.height];
      pixels.data.set([90 + 120 * u, 200 - 90 * v, 120 + 80 * Math.sin(12 * (u + v)), 255], i);
    }
  }
  return pixels;
};

/** Shares of the picture's sides; negative inside. */
function distanceTo(kind: SubjectKind, u: number, v: number): number {
  switch (kind) {
    case 'ball':
      return Math.hypot(u - 0.5, v - 0.52) - 0.28;
    case 'bottle': {
      const half = v < 0.35 ? 0.05 : 0.05 + 0.11 * Math.min(1, (v - 0.35) / 0.12);
      return Math.max(Math.abs(u - 0.45) - half, Math.abs(v - 0.5) - 0.42);
    }
    case 'leaves': {
      const angle = Math.atan2(v - 0.5, u - 0.5);
      return Math.hypot(u - 0.5, v - 0.5) - 0.22 - 0.12 * Math.sin(5 * angle);
    }
    case 'glass':
      return Math.max(Math.abs(u - 0.55) - 0.2, Math.abs(v - 0.55) - 0.33);
  }
}
