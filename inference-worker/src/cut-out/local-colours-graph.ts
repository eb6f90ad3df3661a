import { FLOAT, graphBuilder } from '../onnx/graph-builder.ts';
import type { OnnxValue } from '../onnx/model-bytes.ts';
import { NOTHING, WIDE_CELL } from './blur-fusion.ts';

/**
 * Two passes of Blur-Fusion (see `estimateForeground`) as a graph for the runtime of the models.
 *
 * Inputs `image` (uint8 [1, height, width, 3]), `alpha` and `opacity` of the image's own (float32 [1, 1, height, width], 0..1) and
 * `sizeOfColours` and `sizeOfWeight` (int64: 1, 3 and 1, height, width); outputs `subject` and `ground` (float32 [1, 3, height, width], 0..1).
 * @param wideRadius in squares of WIDE_CELL pixels.
 * @param narrowRadius in pixels.
 */
export function localColoursGraph(wideRadius: number, narrowRadius: number): Uint8Array {
  const { apply, scalar, add, sub, mul, div, boxMean, unitRgb, build } = graphBuilder();
  const observed = unitRgb('image');
  const nothing = scalar(NOTHING);
  const rest = sub(scalar(1), 'alpha');
  const ofSubject = mul('alpha', 'opacity');
  const ofGround = mul(rest, 'opacity');

  const wideMean = (of: string, size: string): string => {
    const cell = [WIDE_CELL, WIDE_CELL];
    const cells = apply('AveragePool', [of], {
      kernel_shape: cell,
      strides: cell,
      ceil_mode: 1,
      count_include_pad: 0,
    });
    return apply('Resize', [boxMean(cells, wideRadius), '', '', size], { mode: 'linear' });
  };
  const narrowMean = (of: string): string => boxMean(of, narrowRadius);
  /** The local mean of what counts by `weight`; a pixel with no weight around it keeps its value. */
  const meanOf = (colours: string, weight: string, mean: typeof wideMean): string => {
    const sum = mean(mul(colours, weight), 'sizeOfColours');
    const total = mean(weight, 'sizeOfWeight');
    // Chosen by ones and noughts: the runtime's own choosing takes as long as all the means.
    const isThere = apply('Cast', [apply('Greater', [total, nothing])], { to: FLOAT });
    return add(mul(div(sum, apply('Max', [total, nothing])), isThere), mul(colours, sub(scalar(1), isThere)));
  };

  const wideSubject = meanOf(observed, ofSubject, wideMean);
  const wideGround = meanOf(observed, ofGround, wideMean);
  const unexplained = sub(sub(observed, mul('alpha', wideSubject)), mul(rest, wideGround));
  const estimated = apply('Clip', [add(wideSubject, mul('alpha', unexplained)), scalar(0), scalar(1)]);
  const subject = meanOf(estimated, ofSubject, narrowMean);
  const ground = meanOf(wideGround, ofGround, narrowMean);
  apply('Identity', [subject], {}, 'subject');
  apply('Identity', [ground], {}, 'ground');

  return build(
    `local-colours-${wideRadius}-${narrowRadius}`,
    [
      { name: 'image', type: 'uint8', shape: [1, 'height', 'width', 3] },
      planes('alpha', 1),
      planes('opacity', 1),
      { name: 'sizeOfColours', type: 'int64', shape: [4] },
      { name: 'sizeOfWeight', type: 'int64', shape: [4] },
    ],
    [planes('subject', 3), planes('ground', 3)],
  );
}

const planes = (name: string, channels: number): OnnxValue => ({
  name,
  type: 'float32',
  shape: [1, channels, 'height', 'width'],
});
