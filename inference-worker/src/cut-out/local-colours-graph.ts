import { graphBuilder } from '../onnx/graph-builder.ts';
import type { OnnxValue } from '../onnx/model-bytes.ts';
import { NOTHING, WIDE_CELL } from './blur-fusion.ts';

/**
 * Two passes of Blur-Fusion (see `estimateForeground`) as a graph for the runtime of the models.
 *
 * Inputs `image` (uint8 [1, height, width, 3]), `alpha` and `opacity` of the image's own (float32 [1, 1, height, width], 0..1) and
 * `size` (int64: 1, 8, height, width); outputs `subject` and `ground` (float32 [1, 3, height, width], 0..1).
 * @param wideRadius in squares of WIDE_CELL pixels.
 * @param narrowRadius in pixels.
 */
export function localColoursGraph(wideRadius: number, narrowRadius: number): Uint8Array {
  const { apply, scalar, add, sub, mul, div, concat, split, boxMean, unitRgb, build } = graphBuilder();
  const observed = unitRgb('image');
  const nothing = scalar(NOTHING);
  const rest = sub(scalar(1), 'alpha');
  const ofSubject = mul('alpha', 'opacity');
  const ofGround = mul(rest, 'opacity');

  const wideMean = (of: string): string => {
    const cell = [WIDE_CELL, WIDE_CELL];
    const cells = apply('AveragePool', [of], {
      kernel_shape: cell,
      strides: cell,
      ceil_mode: 1,
      count_include_pad: 0,
    });
    return apply('Resize', [boxMean(cells, wideRadius), '', '', 'size'], { mode: 'linear' });
  };
  const or = (sum: string, weight: string, own: string): string =>
    apply('Where', [apply('Greater', [weight, nothing]), div(sum, apply('Max', [weight, nothing])), own]);
  /** Local means of both; a pixel with no weight around it keeps its value. */
  const means = (subject: string, ground: string, mean: (of: string) => string): readonly [string, string] => {
    const sums = split(mean(concat(mul(subject, ofSubject), mul(ground, ofGround), ofSubject, ofGround)), [
      ...(['sr', 'sg', 'sb', 'gr', 'gg', 'gb', 'weightOfSubject', 'weightOfGround'] as const),
    ]);
    const [sr, sg, sb, gr, gg, gb, subjectWeight, groundWeight] = sums;
    return [or(concat(sr, sg, sb), subjectWeight, subject), or(concat(gr, gg, gb), groundWeight, ground)];
  };

  const [wideSubject, wideGround] = means(observed, observed, wideMean);
  const unexplained = sub(sub(observed, mul('alpha', wideSubject)), mul(rest, wideGround));
  const estimated = apply('Clip', [add(wideSubject, mul('alpha', unexplained)), scalar(0), scalar(1)]);
  const [subject, ground] = means(estimated, wideGround, (of) => boxMean(of, narrowRadius));
  apply('Identity', [subject], {}, 'subject');
  apply('Identity', [ground], {}, 'ground');

  return build(
    `local-colours-${wideRadius}-${narrowRadius}`,
    [
      { name: 'image', type: 'uint8', shape: [1, 'height', 'width', 3] },
      planes('alpha', 1),
      planes('opacity', 1),
      { name: 'size', type: 'int64', shape: [4] },
    ],
    [planes('subject', 3), planes('ground', 3)],
  );
}

const planes = (name: string, channels: number): OnnxValue => ({
  name,
  type: 'float32',
  shape: [1, channels, 'height', 'width'],
});
