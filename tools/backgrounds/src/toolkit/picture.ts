import type { Rgb } from './colour.ts';

/** Linear light, red, green, blue by rows. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** Units are heights of the picture: x from 0 to ASPECT, y from 0 at the top to 1. */
export const ASPECT = 1.5;

export const blank = (width: number, height: number): Picture => ({
  width,
  height,
  data: new Float32Array(width * height * 3),
});

export function paint({ width, height, data }: Picture, colourAt: (x: number, y: number) => Rgb): void {
  let at = 0;
  for (let row = 0; row < height; row++) {
    const y = (row + 0.5) / height;
    for (let column = 0; column < width; column++) {
      const colour = colourAt((column + 0.5) / height, y);
      data[at++] = colour[0];
      data[at++] = colour[1];
      data[at++] = colour[2];
    }
  }
}

/** Interpolates, and extends the border. */
export function sample({ width, height, data }: Picture, x: number, y: number): Rgb {
  const px = Math.min(Math.max(x * height - 0.5, 0), width - 1.001);
  const py = Math.min(Math.max(y * height - 0.5, 0), height - 1.001);
  const left = Math.floor(px);
  const top = Math.floor(py);
  const fx = px - left;
  const fy = py - top;
  const a = (top * width + left) * 3;
  const c = a + width * 3;
  const channel = (k: number) =>
    ((data[a + k] ?? 0) * (1 - fx) + (data[a + 3 + k] ?? 0) * fx) * (1 - fy) +
    ((data[c + k] ?? 0) * (1 - fx) + (data[c + 3 + k] ?? 0) * fx) * fy;
  return [channel(0), channel(1), channel(2)];
}

/** Saves time where all is blurred anyway. */
export function paintCoarse(picture: Picture, share: number, painter: (coarse: Picture) => void): void {
  const coarse = blank(Math.round(picture.width / share), Math.round(picture.height / share));
  painter(coarse);
  paint(picture, (x, y) => sample(coarse, x, y));
}
