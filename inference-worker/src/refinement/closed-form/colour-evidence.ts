import type { Raster } from '../../pixels/raster.ts';
import { boxMean } from '../../planes/box-filter.ts';
import { mix } from '../../planes/interpolate.ts';
import { Workspace } from '../../memory/workspace.ts';

/** Per channel: tells a sleeve from a wall, yet colours recur. */
const STEPS = 16;
const COLOURS = STEPS ** 3;
/** Along the longest side, each with its own counts. */
const FIELDS = 4;
/** A mixture, as at an edge out of focus, would confirm itself. */
const CERTAIN = 0.05;
/** Minimum density, so that an unseen colour says nothing. */
const RARE = 2e-3;
/** Minimum share of a field: a few pixels are no palette. */
const FEW = 0.1;
/** Limit in log odds: e³ is one to twenty. */
const MAX_LOG_ODDS = 3;
/** Higher against the subject, whose shaded parts are as dark as the ground. */
const MARGIN_FOR = 0.5;
const MARGIN_AGAINST = 1;
/** Share of certain subject nearby for full weight. */
const NEARBY = 0.1;
/** Clamps alpha, so that near certainty can be outvoted. */
const MAX_CERTAINTY = 0.982;

/**
 * Adds to unsure pixels' log odds how much more often their colour occurs in certain subject than in certain ground (M.
 * J. Jones, J. M. Rehg, "Statistical Color Models with Application to Skin Detection", IJCV 2002); for the subject only
 * where the model leans that way near certain subject, since passers-by wear its colours. Changes `alpha` in place.
 * @param sure distance from 0 or 1 within which alpha stays
 * @param grainRadius radius of averaging, against grain
 * @param subjectRadius radius within which subject counts
 */
export function applyColourEvidence(
  alpha: Float32Array,
  guide: Raster,
  sure: number,
  grainRadius: number,
  subjectRadius: number,
): void {
  const { width, height } = guide;
  using space = new Workspace();
  const evidence = evidenceOf(alpha, guide, space);
  boxMean(evidence, evidence, width, height, grainRadius);
  const subject = space.floats(alpha.length);
  for (let i = 0; i < alpha.length; i++) subject[i] = alpha[i]! > 1 - CERTAIN ? 1 : 0;
  boxMean(subject, subject, width, height, subjectRadius);
  for (let y = 0; y < height; y++) shiftRow(y, width, alpha, sure, evidence, subject);
}

function shiftRow(
  y: number,
  width: number,
  alpha: Float32Array,
  sure: number,
  evidence: Float32Array,
  subject: Float32Array,
): void {
  for (let i = y * width, end = i + width; i < end; i++) {
    const before = alpha[i]!;
    if (before <= sure || before >= 1 - sure) continue;
    const up = before < 0.5 ? 0 : Math.max(0, evidence[i]! * Math.min(1, subject[i]! / NEARBY) - MARGIN_FOR);
    const shift = up + Math.min(0, evidence[i]! + MARGIN_AGAINST);
    const kept = Math.max(1 - MAX_CERTAINTY, Math.min(MAX_CERTAINTY, before));
    if (shift !== 0) alpha[i] = 1 / (1 + ((1 - kept) / kept) * Math.exp(-shift));
  }
}

function evidenceOf(alpha: Float32Array, guide: Raster, space: Workspace): Float32Array {
  const { width, height } = guide;
  const side = Math.max(width, height) / FIELDS;
  const fields = { side, across: Math.ceil(width / side), down: Math.ceil(height / side) };
  const length = fields.across * fields.down * COLOURS;
  using own = new Workspace();
  const colours = own.shorts(alpha.length);
  const [subject, ground] = [own.doubles(length, 'zeros'), own.doubles(length, 'zeros')];
  for (let y = 0; y < height; y++) countRow(y, alpha, guide, fields, colours, subject, ground);
  const ofSubject = densities(subject, fields, own);
  const ofGround = densities(ground, fields, own);
  const odds = own.doubles(length);
  for (let n = 0; n < length; n += COLOURS) logOddsOf(n, ofSubject, ofGround, odds);
  const evidence = space.floats(alpha.length);
  for (let y = 0; y < height; y++) evidenceOfRow(y, width, fields, colours, odds, evidence);
  return evidence;
}

interface Fields {
  readonly side: number;
  readonly across: number;
  readonly down: number;
}

function countRow(
  y: number,
  alpha: Float32Array,
  { width, data, channels }: Raster,
  { side, across }: Fields,
  colours: Uint16Array,
  subject: Float64Array,
  ground: Float64Array,
): void {
  const down = Math.floor(y / side) * across;
  for (let x = 0, i = y * width, at = i * channels; x < width; x++, i++, at += channels) {
    const colour = (step(data[at]!) * STEPS + step(data[at + 1]!)) * STEPS + step(data[at + 2]!);
    colours[i] = colour;
    const counted = (down + Math.floor(x / side)) * COLOURS + colour;
    if (alpha[i]! > 1 - CERTAIN) subject[counted]!++;
    else if (alpha[i]! < CERTAIN) ground[counted]!++;
  }
}

function logOddsOf(first: number, subject: Float64Array, ground: Float64Array, odds: Float64Array): void {
  for (let n = first; n < first + COLOURS; n++) {
    odds[n] = Math.max(-MAX_LOG_ODDS, Math.min(MAX_LOG_ODDS, Math.log((subject[n]! + RARE) / (ground[n]! + RARE))));
  }
}

function evidenceOfRow(
  y: number,
  width: number,
  { side, across, down }: Fields,
  colours: Uint16Array,
  odds: Float64Array,
  evidence: Float32Array,
): void {
  const v = Math.max(0, Math.min(down - 1, (y + 0.5) / side - 0.5));
  const upper = Math.floor(v) * across;
  const lower = Math.min(down - 1, Math.floor(v) + 1) * across;
  for (let x = 0, i = y * width; x < width; x++, i++) {
    const u = Math.max(0, Math.min(across - 1, (x + 0.5) / side - 0.5));
    const left = Math.floor(u);
    const right = Math.min(across - 1, left + 1);
    const colour = colours[i]!;
    const above = mix(odds[(upper + left) * COLOURS + colour]!, odds[(upper + right) * COLOURS + colour]!, u - left);
    const below = mix(odds[(lower + left) * COLOURS + colour]!, odds[(lower + right) * COLOURS + colour]!, u - left);
    evidence[i] = mix(above, below, v - Math.floor(v));
  }
}

const step = (value: number): number => Math.floor((value * STEPS) / 256);

/** Blurs across channels and adjacent fields, then normalises each field. Overwrites the counts. */
function densities(counts: Float64Array<ArrayBuffer>, { side, across, down }: Fields, space: Workspace): Float64Array {
  const least = FEW * side * side;
  let [from, to] = [counts, space.doubles(counts.length)];
  const axes = [
    [1, STEPS],
    [STEPS, STEPS],
    [STEPS * STEPS, STEPS],
    [COLOURS, across],
    [COLOURS * across, down],
  ] as const;
  for (const [stride, length] of axes) {
    const block = stride * length;
    for (let first = 0; first < from.length; first += block) blurAlong(from, to, first, stride, length);
    [from, to] = [to, from];
  }
  for (let first = 0; first < from.length; first += COLOURS) normalise(from.subarray(first, first + COLOURS), least);
  return from;
}

/** Weights 1, 2, 1. */
function blurAlong(from: Float64Array, to: Float64Array, first: number, stride: number, length: number): void {
  const last = first + (length - 1) * stride;
  for (let i = first; i < last + stride; i++) {
    const lower = i >= first + stride ? from[i - stride]! : 0;
    const upper = i < last ? from[i + stride]! : 0;
    to[i] = (lower + 2 * from[i]! + upper) / 4;
  }
}

function normalise(own: Float64Array, least: number): void {
  let total = 0;
  for (let colour = 0; colour < COLOURS; colour++) total += own[colour]!;
  const sum = Math.max(least, total);
  for (let colour = 0; colour < COLOURS; colour++) own[colour]! /= sum;
}
