import type { Raster, Size } from '../../pixels/raster.ts';
import { boxMean } from '../../planes/box-filter.ts';

/**
 * K. He, J. Sun, X. Tang, "Guided Image Filtering", TPAMI 2013: locally, alpha is `red * r + green * g + blue * b +
 * constant`, so its edges move onto the picture's. Smooth coefficients from a small size serve every size ("Fast Guided
 * Filter", 2015). All 0..1.
 */
export interface GuidedCoefficients extends Size {
  readonly red: Float32Array;
  readonly green: Float32Array;
  readonly blue: Float32Array;
  readonly constant: Float32Array;
}

/**
 * @param guide RGB
 * @param radius in pixels
 * @param epsilon colour variance of a flat window
 */
export function guidedCoefficients(
  guide: Raster,
  alpha: Float32Array,
  radius: number,
  epsilon: number,
): GuidedCoefficients {
  const { width, height } = guide;
  const pixels = width * height;
  const plane = (channel: number): Float32Array => {
    const values = new Float32Array(pixels);
    for (let i = 0; i < pixels; i++) values[i] = guide.data[i * guide.channels + channel]! / 255;
    return values;
  };
  const mean = (values: Float32Array): Float32Array => {
    const means = new Float32Array(pixels);
    boxMean(values, means, width, height, radius);
    return means;
  };
  const product = new Float32Array(pixels);
  const meanProduct = (one: Float32Array, other: Float32Array): Float32Array => {
    for (let i = 0; i < pixels; i++) product[i] = one[i]! * other[i]!;
    return mean(product);
  };
  const [r, g, b] = [plane(0), plane(1), plane(2)];
  const [meanR, meanG, meanB, meanA] = [mean(r), mean(g), mean(b), mean(alpha)];
  const [meanRA, meanGA, meanBA] = [meanProduct(r, alpha), meanProduct(g, alpha), meanProduct(b, alpha)];
  const [meanRR, meanRG, meanRB] = [meanProduct(r, r), meanProduct(r, g), meanProduct(r, b)];
  const [meanGG, meanGB, meanBB] = [meanProduct(g, g), meanProduct(g, b), meanProduct(b, b)];

  // Reuses the planes: each has megabytes.
  const [red, green, blue, constant] = [meanRA, meanGA, meanBA, meanA];
  for (let i = 0; i < pixels; i++) {
    const mr = meanR[i]!;
    const mg = meanG[i]!;
    const mb = meanB[i]!;
    const ma = meanA[i]!;
    const covR = meanRA[i]! - mr * ma;
    const covG = meanGA[i]! - mg * ma;
    const covB = meanBA[i]! - mb * ma;
    const rr = meanRR[i]! - mr * mr + epsilon;
    const rg = meanRG[i]! - mr * mg;
    const rb = meanRB[i]! - mr * mb;
    const gg = meanGG[i]! - mg * mg + epsilon;
    const gb = meanGB[i]! - mg * mb;
    const bb = meanBB[i]! - mb * mb + epsilon;
    // Cramer's rule; epsilon keeps the determinant above zero.
    const inv00 = gg * bb - gb * gb;
    const inv01 = gb * rb - rg * bb;
    const inv02 = rg * gb - gg * rb;
    const determinant = rr * inv00 + rg * inv01 + rb * inv02;
    const kr = (inv00 * covR + inv01 * covG + inv02 * covB) / determinant;
    const kg = (inv01 * covR + (rr * bb - rb * rb) * covG + (rg * rb - rr * gb) * covB) / determinant;
    const kb = (inv02 * covR + (rg * rb - rr * gb) * covG + (rr * gg - rg * rg) * covB) / determinant;
    red[i] = kr;
    green[i] = kg;
    blue[i] = kb;
    constant[i] = ma - kr * mr - kg * mg - kb * mb;
  }
  for (const coefficients of [red, green, blue, constant]) {
    boxMean(coefficients, coefficients, width, height, radius);
  }
  return { width, height, red, green, blue, constant };
}
