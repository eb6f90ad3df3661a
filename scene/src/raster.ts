export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

/** 8-bit sRGB, straight alpha, RGBA interleaved, rows from the top. */
export interface Pixels extends Size {
  readonly data: Uint8ClampedArray | Uint8Array;
}

/** Owns its memory, as `new ImageData(data, width)` requires. */
export interface OwnPixels extends Size {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** One value a pixel, 0..255. */
export interface Mask extends Size {
  readonly data: Uint8ClampedArray | Uint8Array;
}

export const createPixels = ({ width, height }: Size): OwnPixels => ({
  data: new Uint8ClampedArray(width * height * 4),
  width,
  height,
});

export const createMask = ({ width, height }: Size): Mask & { readonly data: Uint8Array<ArrayBuffer> } => ({
  data: new Uint8Array(width * height),
  width,
  height,
});

export const wholeOf = ({ width, height }: Size): Rect => ({ x: 0, y: 0, width, height });

/** Width or height 0 without a common part. */
export function intersection(one: Rect, other: Rect): Rect {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  const width = Math.max(0, Math.min(one.x + one.width, other.x + other.width) - x);
  const height = Math.max(0, Math.min(one.y + one.height, other.y + other.height) - y);
  return { x, y, width, height };
}

export function union(one: Rect, other: Rect): Rect {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  const width = Math.max(one.x + one.width, other.x + other.width) - x;
  const height = Math.max(one.y + one.height, other.y + other.height) - y;
  return { x, y, width, height };
}

export function outwards({ x, y, width, height }: Rect): Rect {
  const left = Math.floor(x);
  const top = Math.floor(y);
  return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top };
}

export function cropped({ data, width, height }: Pixels, box: Rect): Pixels {
  const result = new Uint8Array(box.width * box.height * 4);
  const left = Math.max(0, box.x);
  const right = Math.min(width, box.x + box.width);
  if (left >= right) return { data: result, width: box.width, height: box.height };
  for (let y = Math.max(0, box.y); y < Math.min(height, box.y + box.height); y++) {
    const row = data.subarray((y * width + left) * 4, (y * width + right) * 4);
    result.set(row, ((y - box.y) * box.width + left - box.x) * 4);
  }
  return { data: result, width: box.width, height: box.height };
}

/** Same size. */
export function copyRect(from: Pixels, to: Pixels, rect: Rect): void {
  const { x, y, width, height } = intersection(rect, wholeOf(to));
  for (let row = y; row < y + height; row++) {
    const start = (row * to.width + x) * 4;
    to.data.set(from.data.subarray(start, start + width * 4), start);
  }
}
