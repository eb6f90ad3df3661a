/** 8-bit sRGB, rows from the top, RGB or RGB and straight alpha. */
export interface Raster {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

/** Never enlarges; at least one pixel thin. */
export function fitInside(size: Size, longest: number): Size {
  return scaled(size, longest / Math.max(size.width, size.height));
}

/** Factors above 1 count as 1. */
export function scaled(size: Size, factor: number): Size {
  const scale = Math.min(1, factor);
  return { width: Math.max(1, Math.round(size.width * scale)), height: Math.max(1, Math.round(size.height * scale)) };
}

/** 0..1; undefined for an opaque raster. */
export function opacityOf(raster: Raster): Float32Array | undefined {
  if (raster.channels === 3) return undefined;
  const opacity = new Float32Array(raster.width * raster.height);
  for (let i = 0; i < opacity.length; i++) opacity[i] = (raster.data[i * 4 + 3] ?? 0) / 255;
  return opacity;
}

export function withoutAlpha(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; to < rgb.length; from += 4) {
    rgb[to++] = rgba[from]!;
    rgb[to++] = rgba[from + 1]!;
    rgb[to++] = rgba[from + 2]!;
  }
  return rgb;
}
