import { paintSegment, type Brush, type Stroke } from '@clearcut/scene/brush';
import type { Point } from '@clearcut/scene/geometry';
import { createMask, union, wholeOf, type Mask, type Rect, type Size } from '@clearcut/scene/raster';
import { keepToRegion, regionAt, type RegionMap } from '@clearcut/scene/regions';

/** Preview pixels; closer points add nothing. */
const CLOSE = 0.5;

/** Coverage of the preview while drawing. The full-size mask is made at the end. */
export class BrushStroke {
  readonly #frame: Size;
  readonly #brush: Brush;
  readonly #regions: RegionMap | null;
  readonly #points: Point[] = [];
  /** Everything brushed over, and the part of it within the region that the stroke started in. */
  readonly #passed: Mask;
  readonly #kept: Mask;

  constructor(frame: Size, layer: Size, brush: Brush, regions: RegionMap | null) {
    this.#frame = frame;
    this.#brush = brush;
    this.#regions = regions;
    this.#passed = createMask(layer);
    this.#kept = regions === null ? this.#passed : createMask(layer);
  }

  get mask(): Mask {
    return this.#kept;
  }

  /** Image pixels. */
  get stroke(): Stroke {
    return { brush: this.#brush, points: this.#points };
  }

  /** `points`: image pixels. @returns preview pixels whose coverage may have changed */
  extend(points: readonly Point[]): Rect | undefined {
    const near = (CLOSE * this.#frame.width) / this.#passed.width;
    let dirty: Rect | undefined;
    for (const point of points) {
      const last = this.#points.at(-1);
      if (last !== undefined && Math.hypot(point.x - last.x, point.y - last.y) < near) continue;
      this.#points.push(point);
      const rect = paintSegment(this.#passed, wholeOf(this.#frame), this.#brush, last ?? point, point);
      dirty = dirty === undefined ? rect : union(dirty, rect);
    }
    if (dirty === undefined) return undefined;
    if (this.#regions !== null) this.#keep(dirty, this.#regions);
    return dirty;
  }

  #keep(dirty: Rect, regions: RegionMap): void {
    const [first] = this.#points;
    if (first === undefined) return;
    const { width } = this.#passed;
    for (let y = dirty.y; y < dirty.y + dirty.height; y++) {
      const start = y * width + dirty.x;
      this.#kept.data.set(this.#passed.data.subarray(start, start + dirty.width), start);
    }
    const region = regionAt(regions, this.#frame, first);
    keepToRegion(this.#kept, wholeOf(this.#frame), regions, this.#frame, region, dirty);
  }
}
