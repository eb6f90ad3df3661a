import type { Picture } from '../toolkit/picture.ts';

/** First hit of each pixel's ray: position and unit normal, or 0 without a hit. */
export interface Surfaces {
  readonly place: Float32Array;
  readonly normal: Float32Array;
}

const KERNEL = [1 / 16, 1 / 4, 3 / 8, 1 / 4, 1 / 16];

/** Edge-avoiding à-trous wavelets (Dammertz et al. 2010). */
export function denoise({ width, height, data }: Picture, { place, normal }: Surfaces, passes = 5): void {
  let from: Float32Array = data.slice();
  let to: Float32Array = new Float32Array(data.length);
  for (let pass = 0; pass < passes; pass++) {
    const step = 1 << pass;
    const tolerance = 0.9 / step;
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        const at = (row * width + column) * 3;
        const nx = normal[at]!;
        const ny = normal[at + 1]!;
        const nz = normal[at + 2]!;
        const light = from[at]! + from[at + 1]! + from[at + 2]! + 0.02;
        let [r, g, b, total] = [0, 0, 0, 0];
        for (let j = -2; j <= 2; j++) {
          const y = row + j * step;
          if (y < 0 || y >= height) continue;
          for (let i = -2; i <= 2; i++) {
            const x = column + i * step;
            if (x < 0 || x >= width) continue;
            const near = (y * width + x) * 3;
            const alike = nx * normal[near]! + ny * normal[near + 1]! + nz * normal[near + 2]!;
            if (alike < 0.9 && near !== at) continue;
            const off = Math.abs(
              nx * (place[near]! - place[at]!) +
                ny * (place[near + 1]! - place[at + 1]!) +
                nz * (place[near + 2]! - place[at + 2]!),
            );
            if (off > 0.02) continue;
            const other = from[near]! + from[near + 1]! + from[near + 2]! + 0.02;
            const unlike = (other - light) / (light * tolerance);
            const weight = KERNEL[j + 2]! * KERNEL[i + 2]! * Math.exp(-unlike * unlike);
            r += weight * from[near]!;
            g += weight * from[near + 1]!;
            b += weight * from[near + 2]!;
            total += weight;
          }
        }
        to[at] = r / total;
        to[at + 1] = g / total;
        to[at + 2] = b / total;
      }
    }
    [from, to] = [to, from];
  }
  data.set(from);
}
