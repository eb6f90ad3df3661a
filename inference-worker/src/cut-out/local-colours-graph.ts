import { FLOAT, graphBuilder } from '../onnx/graph-builder.ts';
import type { OnnxValue } from '../onnx/model-bytes.ts';
import { NOTHING, WIDE_CELL } from './blur-fusion.ts';

/**
 * Blur-Fusion (see `estimateForeground`), channel by channel to save memory. Inputs `image` (uint8 [1, height, width,
 * 3]), `alpha` and `opacity` (float32 [1, 1, height, width], 0..1), `size` (int64: 1, 1, height, width); outputs
 * `subject` and `ground` (float32 [1, 3, height, width], 0..1).
 * @param wideRadius in squares of WIDE_CELL pixels
 * @param narrowRadius in pixels
 */
export function localColoursGraph(wideRadius: number, narrowRadius: number): Uint8Array {
  const { apply, scalar, add, sub, mul, div, concat, split, boxMean, unitRgb, build } = graphBuilder();
  const nothing = scalar(NOTHING);
  const one = scalar(1);
  const rest = sub(one, 'alpha');
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
  const narrowMean = (of: string): string => boxMean(of, narrowRadius);
  /** A pixel without weight around it keeps its value. */
  const meanBy = (weight: string, mean: typeof wideMean): ((channel: string) => string) => {
    const total = mean(weight);
    const divisor = apply('Max', [total, nothing]);
    // Multiplies: `Where` takes as long as all the means.
    const isThere = apply('Cast', [apply('Greater', [total, nothing])], { to: FLOAT });
    const isNot = sub(one, isThere);
    return (channel) => add(mul(div(mean(mul(channel, weight)), divisor), isThere), mul(channel, isNot));
  };

  const [wideSubject, wideGround] = [meanBy(ofSubject, wideMean), meanBy(ofGround, wideMean)];
  const [narrowSubject, narrowGround] = [meanBy(ofSubject, narrowMean), meanBy(ofGround, narrowMean)];
  const made = split(unitRgb('image'), ['red', 'green', 'blue']).map((observed) => {
    const [subject, ground] = [wideSubject(observed), wideGround(observed)];
    const unexplained = sub(sub(observed, mul('alpha', subject)), mul(rest, ground));
    const estimated = apply('Clip', [add(subject, mul('alpha', unexplained)), scalar(0), one]);
    return { subject: narrowSubject(estimated), ground: narrowGround(ground) };
  });
  apply('Identity', [concat(...made.map(({ subject }) => subject))], {}, 'subject');
  apply('Identity', [concat(...made.map(({ ground }) => ground))], {}, 'ground');

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
