import type { Model } from '../models/model.ts';
import type { Raster } from '../pixels/raster.ts';

/** Levels from the local mean; the roughest of 711 photographs has 22. */
const SCREENED = 32;
/** In pixels of the model's input. */
const REACH = 2;
/** Odd, so that samples fall on all columns. */
const EVERY = 7;

/** Sees halftones from further away: close up they are only dots. */
export const throughScreens = (model: Model): Model => ({
  ...model,
  infer: (image) => model.infer(unscreened(image)),
  detail: model.detail && {
    ...model.detail,
    infer: (image, matte) => model.detail!.infer(unscreened(image), matte),
  },
});

const unscreened = (image: Raster): Raster => (isScreened(image) ? blurred(image) : image);

export function isScreened({ data, width, height, channels }: Raster): boolean {
  let [sum, count] = [0, 0];
  for (let y = REACH; y < height - REACH; y++) {
    for (let x = REACH + (y % EVERY); x < width - REACH; x += EVERY) {
      const at = (y * width + x) * channels + 1;
      sum += Math.abs(data[at]! - meanAround(data, at, width * channels, channels));
      count += 1;
    }
  }
  return count > 0 && sum / count > SCREENED;
}

function meanAround(data: Uint8Array, at: number, row: number, step: number): number {
  let sum = 0;
  for (let down = -REACH; down <= REACH; down++) {
    for (let right = -REACH; right <= REACH; right++) sum += data[at + down * row + right * step]!;
  }
  return sum / (2 * REACH + 1) ** 2;
}

function blurred(image: Raster): Raster {
  const { width, height, channels } = image;
  let { data } = image;
  for (let round = 0; round < 2; round++) {
    data = averaged(data, width * channels, channels);
    data = averaged(data, width * height * channels, width * channels);
  }
  return { ...image, data };
}

/** Over `REACH` on either side, within a stretch of `length`. */
function averaged(values: Uint8Array, length: number, step: number): Uint8Array {
  return values.map((_, i) => {
    const start = i - (i % length);
    let [sum, count] = [0, 0];
    for (let at = i - REACH * step; at <= i + REACH * step; at += step) {
      if (at < start || at >= start + length) continue;
      sum += values[at]!;
      count += 1;
    }
    return Math.round(sum / count);
  });
}
