/** Amplifies differences, which would otherwise be invisible. */
const GAIN = 16;

/**
 * Difference map of equally sized pictures: black for none, then red to yellow to white. Uses the largest difference of
 * the four channels, so that alpha alone shows too.
 * @param one RGBA @param other RGBA of the same size
 */
export function heatOf(one: Uint8ClampedArray, other: Uint8ClampedArray): Uint8ClampedArray<ArrayBuffer> {
  const heat = new Uint8ClampedArray(one.length);
  for (let at = 0; at < one.length; at += 4) {
    let most = 0;
    for (let channel = at; channel < at + 4; channel += 1) {
      most = Math.max(most, Math.abs((one[channel] ?? 0) - (other[channel] ?? 0)));
    }
    // Three successive ramps; the array clamps.
    const warmth = most * GAIN;
    heat[at] = warmth;
    heat[at + 1] = warmth - 255;
    heat[at + 2] = warmth - 510;
    heat[at + 3] = 255;
  }
  return heat;
}
