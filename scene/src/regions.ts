import type { Point } from './geometry.ts';
import type { Mask, Pixels, Rect, Size } from './raster.ts';

/** 0..65535 for each preview pixel. */
export interface RegionMap extends Size {
  readonly labels: Uint16Array;
}

/**
 * PNG: label = red + 256 green; opaque, since canvases change colours under alpha.
 * @param pixels overwritten and returned
 */
export function encodeRegions<Picture extends Pixels>({ labels }: RegionMap, pixels: Picture): Picture {
  for (let i = 0; i < labels.length; i++) {
    pixels.data[i * 4] = labels[i]! & 255;
    pixels.data[i * 4 + 1] = labels[i]! >> 8;
    pixels.data[i * 4 + 2] = 0;
    pixels.data[i * 4 + 3] = 255;
  }
  return pixels;
}

export function decodeRegions({ data, width, height }: Pixels): RegionMap {
  const labels = new Uint16Array(width * height);
  for (let i = 0; i < labels.length; i++) labels[i] = data[i * 4]! + 256 * data[i * 4 + 1]!;
  return { labels, width, height };
}

/** Positions outside count as the edge. */
export function regionAt(map: RegionMap, frame: Size, { x, y }: Point): number {
  const column = Math.min(map.width - 1, Math.max(0, Math.floor((x * map.width) / frame.width)));
  const row = Math.min(map.height - 1, Math.max(0, Math.floor((y * map.height) / frame.height)));
  return map.labels[row * map.width + column]!;
}

/**
 * Keeps a stroke's mask to one region, in place. Membership is interpolated between preview pixels, so the edge is soft
 * at full size.
 * @param mask stretched over `box`, in image pixels
 * @param within limits the change, in pixels of the mask
 */
export function keepToRegion(
  mask: Mask,
  box: Rect,
  map: RegionMap,
  frame: Size,
  region: number,
  within: Rect = { x: 0, y: 0, width: mask.width, height: mask.height },
): void {
  const { labels, width, height } = map;
  for (let y = within.y; y < within.y + within.height; y++) {
    const v = ((box.y + ((y + 0.5) * box.height) / mask.height) * height) / frame.height - 0.5;
    const [top, bottom, lower] = neighbours(v, height);
    for (let x = within.x; x < within.x + within.width; x++) {
      const i = y * mask.width + x;
      if (mask.data[i] === 0) continue;
      const u = ((box.x + ((x + 0.5) * box.width) / mask.width) * width) / frame.width - 0.5;
      const [left, right, share] = neighbours(u, width);
      const member = (row: number, column: number): number => (region === labels[row * width + column] ? 1 : 0);
      const above = member(top, left) * (1 - share) + member(top, right) * share;
      const below = member(bottom, left) * (1 - share) + member(bottom, right) * share;
      mask.data[i] = Math.round(mask.data[i]! * (above * (1 - lower) + below * lower));
    }
  }
}

function neighbours(at: number, length: number): [low: number, high: number, share: number] {
  const inside = Math.min(length - 1, Math.max(0, at));
  const low = Math.floor(inside);
  return [low, Math.min(length - 1, low + 1), inside - low];
}
