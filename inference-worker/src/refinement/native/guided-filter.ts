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

/**
 * The colour guided filter, run by the runtime of the models.
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
  const { coefficients, filtered } = await session.run({
    guide: new Tensor('uint8', guide.data, [1, height, width, 3]),
    alpha: new Tensor('float32', alpha, [1, 1, height, width]),
  });
  const planes = coefficients?.data as Float32Array;
  const plane = (n: number): Float32Array => planes.subarray(n * width * height, (n + 1) * width * height);
  return {
    coefficients: { width, height, red: plane(0), green: plane(1), blue: plane(2), constant: plane(3) },
    filtered: filtered?.data as Float32Array,
  };
}
