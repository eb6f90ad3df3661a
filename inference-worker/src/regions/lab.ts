import type { Raster } from '../pixels/raster.ts';

const LINEAR = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/**
 * CIELAB (D65).
 * @param lab `stride` values per pixel; only the first three change
 */
export function writeLab({ data, width, height, channels }: Raster, lab: Float32Array, stride: number): void {
  for (let y = 0; y < height; y++) writeRow(y * width, width, data, channels, lab, stride);
}

function writeRow(
  first: number,
  width: number,
  data: Uint8Array,
  channels: number,
  lab: Float32Array,
  stride: number,
): void {
  for (let i = first, to = first * stride; i < first + width; i++, to += stride) {
    const red = LINEAR[data[i * channels]!]!;
    const green = LINEAR[data[i * channels + 1]!]!;
    const blue = LINEAR[data[i * channels + 2]!]!;
    const x = response((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047);
    const y = response(0.2126729 * red + 0.7151522 * green + 0.072175 * blue);
    const z = response((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883);
    lab[to] = 116 * y - 16;
    lab[to + 1] = 500 * (x - y);
    lab[to + 2] = 200 * (y - z);
  }
}

const response = (value: number): number =>
  value > 216 / 24389 ? Math.cbrt(value) : ((24389 / 27) * value) / 116 + 16 / 116;
