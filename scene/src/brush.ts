import { MAX_MASK_PIXELS } from '@clearcut/schemas/constants';
import type { Box } from '@clearcut/schemas/transaction/scene';
import type { Point } from './geometry.ts';
import { createMask, intersection, outwards, wholeOf, type Mask, type Rect, type Size } from './raster.ts';

export interface Brush {
  /** Diameter, in image pixels. */
  readonly size: number;
  /** 0..1: share of the radius with full coverage. */
  readonly hardness: number;
}

export interface Stroke {
  readonly brush: Brush;
  /** Image pixels. */
  readonly points: readonly Point[];
}

/** Whole image pixels; null beside the picture. */
export function strokeBox({ brush, points }: Stroke, frame: Size): Box | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  // Lets the mask fade out within its box.
  const reach = brush.size / 2 + 1;
  if (left > right) return null;
  const around = { x: left - reach, y: top - reach, width: right - left + 2 * reach, height: bottom - top + 2 * reach };
  const box = intersection(outwards(around), wholeOf(frame));
  return box.width > 0 && box.height > 0 ? box : null;
}

export function maskSize({ width, height }: Size): Size {
  const scale = Math.min(1, Math.sqrt(MAX_MASK_PIXELS / (width * height)));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

export function rasterise({ brush, points }: Stroke, box: Rect, size: Size): ReturnType<typeof createMask> {
  const mask = createMask(size);
  points.forEach((point, i) => paintSegment(mask, box, brush, points[Math.max(0, i - 1)]!, point));
  return mask;
}

/**
 * Coverage only grows, so the number of points does not matter.
 * @param mask stretched over `box`
 * @returns changed pixels
 */
export function paintSegment(mask: Mask, box: Rect, { size, hardness }: Brush, from: Point, to: Point): Rect {
  const across = mask.width / box.width;
  const down = mask.height / box.height;
  // Masks keep the box's shape up to rounding.
  const radius = Math.max(0.5, (size / 2) * Math.sqrt(across * down));
  const solid = Math.min(radius * hardness, radius - 0.5);
  // A hard brush ends in one step of half coverage.
  const end = hardness >= 1 ? radius + 0.5 : radius;
  const a = { x: (from.x - box.x) * across, y: (from.y - box.y) * down };
  const b = { x: (to.x - box.x) * across, y: (to.y - box.y) * down };
  const touched = outwards({
    x: Math.min(a.x, b.x) - end,
    y: Math.min(a.y, b.y) - end,
    width: Math.abs(a.x - b.x) + 2 * end,
    height: Math.abs(a.y - b.y) + 2 * end,
  });
  const rect = intersection(touched, wholeOf(mask));
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  for (let y = rect.y; y < rect.y + rect.height; y++) {
    for (let x = rect.x; x < rect.x + rect.width; x++) {
      const [px, py] = [x + 0.5 - a.x, y + 0.5 - a.y];
      const t = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length));
      const distance = Math.hypot(px - t * dx, py - t * dy);
      if (distance >= end) continue;
      const share = distance <= solid ? 1 : (end - distance) / (end - solid);
      const coverage = Math.round(255 * share * share * (3 - 2 * share));
      const i = y * mask.width + x;
      if (coverage > mask.data[i]!) mask.data[i] = coverage;
    }
  }
  return rect;
}
