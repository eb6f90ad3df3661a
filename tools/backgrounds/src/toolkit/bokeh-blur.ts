import { blank, type Picture } from './picture.ts';

/**
 * Blurs like an open lens: every point becomes a disc of `radius` heights of the picture, so bright spots stay discs.
 */
export function bokehBlur(picture: Picture, radius: number): Picture {
  const { width, height, data } = picture;
  const out = blank(width, height);
  const reach = Math.max(1, Math.round(radius * height));
  // Prefix sums along rows: a disc costs one step per row.
  const sums = new Float64Array((width + 1) * 3);
  const total = new Float64Array(height * width);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++)
      for (let k = 0; k < 3; k++)
        sums[(column + 1) * 3 + k] = sums[column * 3 + k]! + data[(row * width + column) * 3 + k]!;
    for (let j = -reach; j <= reach; j++) {
      const to = row + j;
      if (to < 0 || to >= height) continue;
      const half = Math.floor(Math.sqrt(reach * reach - j * j));
      for (let column = 0; column < width; column++) {
        const left = Math.max(0, column - half);
        const right = Math.min(width, column + half + 1);
        const at = to * width + column;
        for (let k = 0; k < 3; k++) out.data[at * 3 + k]! += sums[right * 3 + k]! - sums[left * 3 + k]!;
        total[at]! += right - left;
      }
    }
  }
  for (let i = 0; i < out.data.length; i++) out.data[i]! /= total[Math.floor(i / 3)]!;
  return out;
}
