import { graphBuilder } from '../../onnx/graph-builder.ts';

/**
 * Inputs `guide` (uint8 [1, height, width, 3]), `alpha` (float32 [1, 1, height, width], 0..1); outputs `coefficients`
 * (float32 [1, 4, height, width]: red, green, blue, constant) and `filtered`: contrast-stretched alpha.
 * @param radius in pixels
 * @param epsilon colour variance of a flat window
 */
export function guidedFilterGraph(radius: number, epsilon: number): Uint8Array {
  const { apply, scalar, add, sub, mul, div, concat, split, boxMean, unitRgb, build } = graphBuilder();
  const rgb = unitRgb('guide');
  const [r, g, b] = split(rgb, ['r', 'g', 'b']);
  // All products at once would fill memory beside their means.
  const meansOf = <const Names extends readonly string[]>(planes: string, names: Names) =>
    split(boxMean(planes, radius), names);
  const [mr, mg, mb] = meansOf(rgb, ['mr', 'mg', 'mb']);
  const ma = boxMean('alpha', radius);
  const [mra, mga, mba] = meansOf(mul(rgb, 'alpha'), ['mra', 'mga', 'mba']);
  const [mrr, mrg, mrb] = meansOf(mul(rgb, r), ['mrr', 'mrg', 'mrb']);
  const [mgg, mgb] = meansOf(mul(concat(g, b), g), ['mgg', 'mgb']);
  const mbb = boxMean(mul(b, b), radius);
  const eps = scalar(epsilon);
  const covariance = (product: string, one: string, other: string): string => sub(product, mul(one, other));
  const rr = add(covariance(mrr, mr, mr), eps);
  const rg = covariance(mrg, mr, mg);
  const rb = covariance(mrb, mr, mb);
  const gg = add(covariance(mgg, mg, mg), eps);
  const gb = covariance(mgb, mg, mb);
  const bb = add(covariance(mbb, mb, mb), eps);

  // L D L' is stable in 32 bits; the determinant drowns in rounding for greys.
  const l10 = div(rg, rr);
  const l20 = div(rb, rr);
  const d1 = sub(gg, mul(l10, rg));
  const rest = sub(gb, mul(l10, rb));
  const l21 = div(rest, d1);
  const d2 = sub(sub(bb, mul(l20, rb)), mul(l21, rest));
  const y0 = covariance(mra, mr, ma);
  const y1 = sub(covariance(mga, mg, ma), mul(l10, y0));
  const y2 = sub(sub(covariance(mba, mb, ma), mul(l20, y0)), mul(l21, y1));
  const blue = div(y2, d2);
  const green = sub(div(y1, d1), mul(l21, blue));
  const red = sub(sub(div(y0, rr), mul(l10, green)), mul(l20, blue));
  const constant = sub(sub(sub(ma, mul(red, mr)), mul(green, mg)), mul(blue, mb));

  const coefficients = boxMean(concat(red, green, blue, constant), radius, 'coefficients');
  const [ofRed, ofGreen, ofBlue, offset] = split(coefficients, ['ofRed', 'ofGreen', 'ofBlue', 'offset']);
  const linear = add(add(mul(ofRed, r), mul(ofGreen, g)), add(mul(ofBlue, b), offset));
  apply('Clip', [div(sub(linear, scalar(0.1)), scalar(0.8)), scalar(0), scalar(1)], {}, 'filtered');

  return build(
    `guided-filter-${radius}`,
    [
      { name: 'guide', type: 'uint8', shape: [1, 'height', 'width', 3] },
      { name: 'alpha', type: 'float32', shape: [1, 1, 'height', 'width'] },
    ],
    [
      { name: 'coefficients', type: 'float32', shape: [1, 4, 'height', 'width'] },
      { name: 'filtered', type: 'float32', shape: [1, 1, 'height', 'width'] },
    ],
  );
}
