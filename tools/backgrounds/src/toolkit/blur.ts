import type { Picture } from './picture.ts';

/** Three successive box blurs are within 3 % of a Gaussian. `sigma` in heights of the picture. */
export function blur(picture: Picture, sigma: number): void {
  const pixels = sigma * picture.height;
  const radius = Math.round((Math.sqrt(4 * pixels * pixels + 1) - 1) / 2);
  if (radius < 1) return;
  const { width, height, data } = picture;
  const line = new Float32Array(Math.max(width, height));
  for (let pass = 0; pass < 3; pass++) {
    for (let k = 0; k < 3; k++) {
      for (let row = 0; row < height; row++) boxLine(data, row * width * 3 + k, 3, width, radius, line);
      for (let column = 0; column < width; column++) boxLine(data, column * 3 + k, width * 3, height, radius, line);
    }
  }
}

function boxLine(
  data: Float32Array,
  start: number,
  step: number,
  length: number,
  radius: number,
  line: Float32Array,
): void {
  for (let i = 0; i < length; i++) line[i] = data[start + i * step] ?? 0;
  const first = line[0] ?? 0;
  const last = line[length - 1] ?? 0;
  const at = (i: number) => (i < 0 ? first : i >= length ? last : (line[i] ?? 0));
  let sum = 0;
  for (let i = -radius; i <= radius; i++) sum += at(i);
  const share = 1 / (2 * radius + 1);
  for (let i = 0; i < length; i++) {
    data[start + i * step] = sum * share;
    sum += at(i + radius + 1) - at(i - radius);
  }
}
