import { Tensor } from 'onnxruntime-node';
import { sessionsBy } from '../../onnx/graph-session.ts';
import type { Raster } from '../../pixels/raster.ts';
import type { GuidedCoefficients } from '../closed-form/guided-filter.ts';
import { guidedFilterGraph } from './guided-filter-graph.ts';

export interface Guided {
  readonly coefficients: GuidedCoefficients;
  /** What the coefficients make of the guide itself: contrast-stretched alpha, 0..1. */
  readonly filtered: Float32Array;
}

const sessionOf = sessionsBy(guidedFilterGraph);

/** Rows that one run makes. All at once would be four times as much memory, and no faster. */
const STRIP = 64;

/**
 * The colour guided filter, run by the runtime of the models: strip by strip, each with as many rows around it as windows reach, so
 * that no value depends on where a strip begins.
 * @param guide RGB.
 * @param alpha what is to be filtered, at the guide's size, 0..1.
 * @param radius of the window, in pixels.
 * @param epsilon variance of colour below which a window counts as flat.
 */
export async function guidedFilter(
  guide: Raster,
  alpha: Float32Array,
  radius: number,
  epsilon: number,
): Promise<Guided> {
  const { width, height } = guide;
  const session = await sessionOf(radius, epsilon);
  const planes = Array.from({ length: 4 }, () => new Float32Array(alpha.length));
  const filtered = new Float32Array(alpha.length);
  for (let first = 0; first < height; first += STRIP) {
    const end = Math.min(height, first + STRIP);
    // The means of the coefficients reach as far as the means that these are made of.
    const upper = Math.max(0, first - 2 * radius);
    const lower = Math.min(height, end + 2 * radius);
    const made = await session.run({
      guide: new Tensor('uint8', guide.data.subarray(upper * width * 3, lower * width * 3), [
        1,
        lower - upper,
        width,
        3,
      ]),
      alpha: new Tensor('float32', alpha.subarray(upper * width, lower * width), [1, 1, lower - upper, width]),
    });
    const rowsOf = (values: Float32Array, plane: number): Float32Array => {
      const start = (plane * (lower - upper) + first - upper) * width;
      return values.subarray(start, start + (end - first) * width);
    };
    const coefficients = made['coefficients']?.data as Float32Array;
    planes.forEach((plane, n) => plane.set(rowsOf(coefficients, n), first * width));
    filtered.set(rowsOf(made['filtered']?.data as Float32Array, 0), first * width);
  }
  const [red, green, blue, constant] = planes as [Float32Array, Float32Array, Float32Array, Float32Array];
  return { coefficients: { width, height, red, green, blue, constant }, filtered };
}
