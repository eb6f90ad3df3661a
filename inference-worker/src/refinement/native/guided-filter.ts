import { Tensor } from 'onnxruntime-node';
import { sessionsBy } from '../../onnx/graph-session.ts';
import type { Raster } from '../../pixels/raster.ts';
import { Workspace } from '../../memory/workspace.ts';
import type { GuidedCoefficients } from '../closed-form/guided-filter.ts';
import { guidedFilterGraph } from './guided-filter-graph.ts';

const sessionOf = sessionsBy(guidedFilterGraph);

/** Rows per run. All at once need four times the memory and are no faster. */
const STRIP = 64;

const PLANES = { coefficients: 4, filtered: 1 } as const;

type Filtering = [guide: Raster, alpha: Float32Array, radius: number, epsilon: number, space: Workspace];

/**
 * Computed by the models' runtime.
 * @param args guide: RGB. alpha: at the guide's size, 0..1. radius: of the window, in pixels. epsilon: variance of
 * colour below which a window counts as flat. space: owns the result's memory.
 */
export async function guidedCoefficients(...args: Filtering): Promise<GuidedCoefficients> {
  const [{ width, height }] = args;
  const [red, green, blue, constant] = await planesOf('coefficients', ...args);
  return { width, height, red: red!, green: green!, blue: blue!, constant: constant! };
}

/**
 * The coefficients applied to the guide itself: contrast-stretched alpha, 0..1.
 * @param args as for the coefficients.
 */
export async function guidedFilter(...args: Filtering): Promise<Float32Array> {
  const [filtered] = await planesOf('filtered', ...args);
  return filtered!;
}

/**
 * One output of the graph, plane by plane, made in strips. Each includes as many rows around it as windows reach, so
 * that no value depends on where a strip begins.
 */
async function planesOf(
  output: keyof typeof PLANES,
  ...[guide, alpha, radius, epsilon, space]: Filtering
): Promise<Float32Array[]> {
  const { width, height } = guide;
  const session = await sessionOf(radius, epsilon);
  const planes = Array.from({ length: PLANES[output] }, () => space.floats(alpha.length));
  for (let first = 0; first < height; first += STRIP) {
    const end = Math.min(height, first + STRIP);
    // The means of the coefficients reach as far again as the means that they are made of.
    const upper = Math.max(0, first - 2 * radius);
    const rows = Math.min(height, end + 2 * radius) - upper;
    const part = guide.data.subarray(upper * width * 3, (upper + rows) * width * 3);
    const feeds = {
      guide: new Tensor('uint8', part, [1, rows, width, 3]),
      alpha: new Tensor('float32', alpha.subarray(upper * width, (upper + rows) * width), [1, 1, rows, width]),
    };
    using own = new Workspace();
    const made = own.adopt((await session.run(feeds, [output]))[output]?.data as Float32Array);
    planes.forEach((plane, n) => {
      const start = (n * rows + first - upper) * width;
      plane.set(made.subarray(start, start + (end - first) * width), first * width);
    });
  }
  return planes;
}
