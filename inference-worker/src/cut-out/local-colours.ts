import { Tensor } from 'onnxruntime-node';
import { sessionsBy } from '../onnx/graph-session.ts';
import type { Workspace } from '../memory/workspace.ts';
import { opacityOf, withoutAlpha, type Raster } from '../pixels/raster.ts';
import { NARROW_RADIUS, WIDE_CELL, WIDE_RADIUS, type LocalColours } from './blur-fusion.ts';
import { localColoursGraph } from './local-colours-graph.ts';

const sessionOf = sessionsBy(localColoursGraph);

/**
 * See `estimateForeground`.
 * @param image not flattened
 * @param alpha 0..1
 */
export async function localColours(image: Raster, alpha: Float32Array, space: Workspace): Promise<LocalColours> {
  const { width, height } = image;
  const scale = Math.max(width, height) / 1000;
  const session = await sessionOf(
    Math.max(1, Math.round((WIDE_RADIUS * scale) / WIDE_CELL)),
    Math.max(1, Math.round(NARROW_RADIUS * scale)),
  );
  const plane = (data: Float32Array): Tensor => new Tensor('float32', data, [1, 1, height, width]);
  const { subject, ground } = await session.run({
    image: new Tensor('uint8', image.channels === 3 ? image.data : withoutAlpha(image.data), [1, height, width, 3]),
    alpha: plane(alpha),
    opacity: plane(opacityOf(image) ?? space.floats(alpha.length).fill(1)),
    size: new Tensor('int64', BigInt64Array.from([1, 1, height, width].map(BigInt)), [4]),
  });
  const adopted = (tensor: Tensor | undefined): Float32Array => space.adopt(tensor?.data as Float32Array);
  return { width, height, subject: adopted(subject), ground: adopted(ground) };
}
