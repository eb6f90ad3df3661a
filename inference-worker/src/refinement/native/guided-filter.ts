import { Tensor } from 'onnxruntime-node';
import { sessionsBy } from '../../onnx/graph-session.ts';
import type { Box, Raster } from '../../pixels/raster.ts';
import { Workspace } from '../../memory/workspace.ts';
import type { GuidedCoefficients } from '../closed-form/guided-filter.ts';
import { guidedFilterGraph } from './guided-filter-graph.ts';
import { around, unevenParts } from './uneven-parts.ts';

const sessionOf = sessionsBy(guidedFilterGraph);

const PLANES = { coefficients: 4, filtered: 1 } as const;

type Filtering = [guide: Raster, alpha: Float32Array, radius: number, epsilon: number, space: Workspace];

/** @param args guide: RGB. radius: in pixels. epsilon: colour variance of a flat window. space: owns the result. */
export async function guidedCoefficients(...args: Filtering): Promise<GuidedCoefficients> {
  const [{ width, height }] = args;
  const [red, green, blue, constant] = await planesOf('coefficients', ...args);
  return { width, height, red: red!, green: green!, blue: blue!, constant: constant! };
}

/** Contrast-stretched, 0..1. */
export async function guidedFilter(...args: Filtering): Promise<Float32Array> {
  const [filtered] = await planesOf('filtered', ...args);
  return filtered!;
}

/** Each part includes the pixels its windows reach, so values do not depend on the split. */
async function planesOf(
  output: keyof typeof PLANES,
  ...[guide, alpha, radius, epsilon, space]: Filtering
): Promise<Float32Array[]> {
  const session = await sessionOf(radius, epsilon);
  const planes = Array.from({ length: PLANES[output] }, () => space.floats(alpha.length).fill(0));
  planes.at(-1)!.set(alpha);
  // Means of means reach twice as far.
  const reach = 2 * radius;
  for (const part of unevenParts(alpha, guide, reach)) {
    const { x, y, width, height } = around(part, guide, reach);
    using own = new Workspace();
    const colours = copyRows(
      guide.data,
      guide.width * 3,
      { x: x * 3, y, width: width * 3, height },
      own.bytes(width * height * 3),
    );
    const values = copyRows(alpha, guide.width, { x, y, width, height }, own.floats(width * height));
    const feeds = {
      guide: new Tensor('uint8', colours, [1, height, width, 3]),
      alpha: new Tensor('float32', values, [1, 1, height, width]),
    };
    const made = own.adopt((await session.run(feeds, [output]))[output]?.data as Float32Array);
    planes.forEach((plane, n) => {
      for (let row = 0; row < part.height; row++) {
        const start = (n * height + part.y - y + row) * width + part.x - x;
        plane.set(made.subarray(start, start + part.width), (part.y + row) * guide.width + part.x);
      }
    });
  }
  return planes;
}

function copyRows<Values extends Uint8Array | Float32Array>(
  values: Values,
  stride: number,
  box: Box,
  into: Values,
): Values {
  for (let row = 0; row < box.height; row++) {
    const start = (box.y + row) * stride + box.x;
    into.set(values.subarray(start, start + box.width), row * box.width);
  }
  return into;
}
