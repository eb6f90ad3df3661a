import type { Rgb } from './colour.ts';
import { clamp } from './noise.ts';
import { ASPECT, type Picture } from './picture.ts';

/** In heights of the picture. */
export interface SurfacePoint {
  colour: Rgb;
  height: number;
}

export interface RakingLight {
  /** Right, down, and out of the picture. Any length. */
  readonly from: Rgb;
  readonly ambient: number;
  /** Cloth tints its own shade. */
  readonly tint?: Rgb;
  /** Loss of light at the far end of the picture. */
  readonly falloff: number;
  readonly gloss?: number;
}

/** Lit from the side. */
export function paintRelief(
  picture: Picture,
  light: RakingLight,
  surfaceAt: (x: number, y: number, into: SurfacePoint) => void,
): void {
  const { width, height, data } = picture;
  const heights = new Float32Array(width * height);
  const point: SurfacePoint = { colour: [0, 0, 0], height: 0 };
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      surfaceAt((column + 0.5) / height, (row + 0.5) / height, point);
      const at = row * width + column;
      heights[at] = point.height;
      data.set(point.colour, at * 3);
    }
  }
  shade(picture, heights, light);
}

function shade({ width, height, data }: Picture, heights: Float32Array, light: RakingLight): void {
  const { ambient, falloff, tint = [1, 1, 1], gloss = 0 } = light;
  const length = Math.hypot(...light.from);
  const [lx, ly, lz] = light.from.map((part) => part / length) as unknown as Rgb;
  const sideways = Math.hypot(lx, ly) || 1;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = row * width + column;
      // A flat one would show as a line.
      const right = column + 1 < width ? at : at - 1;
      const below = row + 1 < height ? at : at - width;
      const dx = (heights[right + 1]! - heights[right]!) * height;
      const dy = (heights[below + width]! - heights[below]!) * height;
      const normal = 1 / Math.sqrt(1 + dx * dx + dy * dy);
      const facing = clamp((lz - dx * lx - dy * ly) * normal) / lz;
      const side = ((column / height - ASPECT / 2) * lx + (row / height - 0.5) * ly) / (sideways * 0.9);
      const near = 1 + falloff * side;
      // Blinn's highlight, for an eye straight above.
      const half = clamp((lz + 1 - dx * lx - dy * ly) * normal) / Math.sqrt(2 + 2 * lz);
      const shine = gloss * half ** 40 * near;
      for (let k = 0; k < 3; k++) {
        const amount = (ambient * tint[k]! + (1 - ambient) * facing) * near;
        data[at * 3 + k] = data[at * 3 + k]! * amount + shine;
      }
    }
  }
}
