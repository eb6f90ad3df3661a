import type { Raster } from '../../pixels/raster.ts';
import { boxMean } from '../../planes/box-filter.ts';

/** Steps of each channel: fine enough to tell a sleeve from a wall, coarse enough that each colour is met often. */
const STEPS = 16;
const COLOURS = STEPS ** 3;
/** Fields along the longest side, each with its own counts: the far end of a picture says little about this one. */
const FIELDS = 4;
/** Nearer to 0 or 1 than this a pixel is counted. What is a mixture, as an edge out of focus, would only speak for itself. */
const CERTAIN = 0.05;
/** Density that every colour has in both, so that a colour that was never met says nothing. */
const RARE = 2e-3;
/** Less than this share of a field counts as if it were this much: a few pixels are no palette. */
const FEW = 0.1;
/** No colour says more than this, in units of log odds: e³ is one to twenty. */
const MOST = 3;
/** What colours have to say before it counts: more against the subject, whose shaded parts are often as dark as the ground. */
const NEEDED_FOR = 0.5;
const NEEDED_AGAINST = 1;
/** Share of certain subject nearby from which on evidence for the subject counts in full. */
const NEARBY = 0.1;
/** Log odds are taken of no more than this: what is nearly sure can still be outvoted. */
const SUREST = 0.982;

/**
 * Uses colours where the model is unsure: the logarithm of how much more often a colour is met in the certain subject
 * than in the certain ground (M. J. Jones, J. M. Rehg, "Statistical Color Models with Application to Skin Detection", IJCV 2002)
 * is added to the log odds of the unsure pixels. Evidence for the subject counts only where the model leans to the subject itself and certain subject is near:
 * passers-by wear the subject's colours, and shadows are as dark as shoes. `alpha` is changed in place; beside it this holds 14
 * bytes a pixel at most, and counts whose number depends on no picture.
 * @param alpha at the guide's size, 0..1.
 * @param guide RGB.
 * @param sure nearer to 0 or 1 than this a pixel stays as it is.
 * @param together pixels around each over which the evidence is averaged, so that grain does not become alpha.
 * @param near pixels around each within which subject counts as near.
 */
export function applyColourEvidence(
  alpha: Float32Array,
  guide: Raster,
  sure: number,
  together: number,
  near: number,
): void {
  const { width, height } = guide;
  const says = evidence(alpha, guide);
  boxMean(says, says, width, height, together);
  const subject = alpha.map((value) => (value > 1 - CERTAIN ? 1 : 0));
  boxMean(subject, subject, width, height, near);
  for (let i = 0; i < alpha.length; i++) {
    const before = alpha[i]!;
    if (before <= sure || before >= 1 - sure) continue;
    const up = before < 0.5 ? 0 : Math.max(0, says[i]! * Math.min(1, subject[i]! / NEARBY) - NEEDED_FOR);
    const shift = up + Math.min(0, says[i]! + NEEDED_AGAINST);
    const kept = Math.max(1 - SUREST, Math.min(SUREST, before));
    if (shift !== 0) alpha[i] = 1 / (1 + ((1 - kept) / kept) * Math.exp(-shift));
  }
}

/** What each pixel's colour says for the subject, in units of log odds, between the fields around it by its distance to them. */
function evidence(alpha: Float32Array, { width, height, data, channels }: Raster): Float32Array {
  const side = Math.max(width, height) / FIELDS;
  const [across, down] = [Math.ceil(width / side), Math.ceil(height / side)];
  const colours = new Uint16Array(alpha.length);
  const subject = new Float64Array(across * down * COLOURS);
  const ground = new Float64Array(across * down * COLOURS);
  for (let i = 0; i < alpha.length; i++) {
    const at = i * channels;
    const colour = (step(data[at]!) * STEPS + step(data[at + 1]!)) * STEPS + step(data[at + 2]!);
    colours[i] = colour;
    const field = Math.floor(Math.floor(i / width) / side) * across + Math.floor((i % width) / side);
    if (alpha[i]! > 1 - CERTAIN) subject[field * COLOURS + colour]!++;
    else if (alpha[i]! < CERTAIN) ground[field * COLOURS + colour]!++;
  }
  const ofSubject = densities(subject, across, down, FEW * side * side);
  const ofGround = densities(ground, across, down, FEW * side * side);
  const odds = ofSubject.map((density, n) => {
    return Math.max(-MOST, Math.min(MOST, Math.log((density + RARE) / (ofGround[n]! + RARE))));
  });
  const says = new Float32Array(alpha.length);
  for (let y = 0, i = 0; y < height; y++) {
    const v = Math.max(0, Math.min(down - 1, (y + 0.5) / side - 0.5));
    const upper = Math.floor(v) * across;
    const lower = Math.min(down - 1, Math.floor(v) + 1) * across;
    for (let x = 0; x < width; x++, i++) {
      const u = Math.max(0, Math.min(across - 1, (x + 0.5) / side - 0.5));
      const left = Math.floor(u);
      const right = Math.min(across - 1, left + 1);
      const of = (field: number): number => odds[field * COLOURS + colours[i]!]!;
      const above = of(upper + left) + (of(upper + right) - of(upper + left)) * (u - left);
      const below = of(lower + left) + (of(lower + right) - of(lower + left)) * (u - left);
      says[i] = above + (below - above) * (v - Math.floor(v));
    }
  }
  return says;
}

const step = (value: number): number => Math.floor((value * STEPS) / 256);

/**
 * Each count shared with its neighbours along every channel, since a colour a little lighter is the same colour, and with the
 * fields beside its own; then each field's shares of its own sum, which counts as `least` at least.
 */
function densities(counts: Float64Array, across: number, down: number, least: number): Float64Array {
  let from = counts;
  const axes = [
    [1, STEPS],
    [STEPS, STEPS],
    [STEPS * STEPS, STEPS],
    [COLOURS, across],
    [COLOURS * across, down],
  ] as const;
  for (const [stride, length] of axes) {
    const source = from;
    from = source.map((count, i) => {
      const place = Math.floor(i / stride) % length;
      const lower = place > 0 ? source[i - stride]! : 0;
      const upper = place < length - 1 ? source[i + stride]! : 0;
      return (lower + 2 * count + upper) / 4;
    });
  }
  for (let field = 0; field < across * down; field++) {
    const own = from.subarray(field * COLOURS, (field + 1) * COLOURS);
    const sum = Math.max(
      least,
      own.reduce((total, count) => total + count, 0),
    );
    for (let colour = 0; colour < COLOURS; colour++) own[colour]! /= sum;
  }
  return from;
}
