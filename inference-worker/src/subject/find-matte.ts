import type { SubjectChoice } from '@clearcut/schemas/transaction/subject';
import { largest } from '../matte/alpha.ts';
import { resample } from '../matte/resample.ts';
import type { Model } from '../models/model.ts';
import { decodePart } from '../pixels/decode.ts';
import { scaled, type Raster, type Size } from '../pixels/raster.ts';
import { selectSubject } from './select-subject.ts';

/** A matte of the whole picture, at a size of its own. */
export interface CoarseMatte extends Size {
  readonly alpha: Float32Array;
}

export interface Picture {
  readonly bytes: Uint8Array;
  /** Of the original as a person sees it. */
  readonly size: Size;
  /** The whole picture as the model wants it. */
  readonly modelInput: Raster;
}

interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

/** Around a box that somebody drew, as a share of its sides: a model told nothing of the ground takes part of it for the subject. */
const CONTEXT = 0.15;
/** Around what the model found: more, since it may have found too little. */
const CLOSER_CONTEXT = 0.35;
/** A part that is more than this share of the picture shows nothing that the whole did not. */
const CLOSE_ENOUGH = 0.8;
/** Of the closer look, against the look at the whole. */
const CLOSER_WEIGHT = 2 / 3;
/** Where the model sees nothing at a point, it looks closer: squares around it, as shares of the longer side. */
const CLOSER = [0.5, 0.25] as const;
/** Longest side of a matte made of a part of the picture. */
const MAX_SIDE = 1024;

/**
 * The model's matte of what is to be kept, or nothing where the model sees no subject.
 * @throws UnreadableImageError
 */
export async function findMatte(
  picture: Picture,
  subject: SubjectChoice,
  model: Model,
): Promise<CoarseMatte | undefined> {
  switch (subject.kind) {
    case 'auto': {
      const whole = seen({ ...model.inputSize, alpha: await model.infer(picture.modelInput) }, model);
      return whole && model.closerLook ? lookCloser(picture, whole, model) : whole;
    }
    case 'box': {
      const matte = await matteOfPart(picture, grown(subject, CONTEXT, picture.size), model);
      return seen(onlyInside(matte, subject, picture.size), model);
    }
    case 'point':
      return findAtPoint(picture, subject, model);
  }
}

/**
 * A second look at the part of the picture that the subject takes up. What fills the model's input shows it more of its edge, and
 * what misled it may lie outside; what was seen of the whole keeps a vote, because a part alone can mislead as well.
 */
async function lookCloser(picture: Picture, whole: CoarseMatte, model: Model): Promise<CoarseMatte> {
  const subject = boxOf(whole, picture.size);
  if (subject === undefined) return whole;
  const part = grown(subject, CLOSER_CONTEXT, picture.size);
  if (part.width * part.height > CLOSE_ENOUGH * picture.size.width * picture.size.height) return whole;
  const { inside, ...closer } = await matteOfPart(picture, part, model);
  const alpha = resample(whole.alpha, whole, closer);
  for (let y = inside.y; y < inside.y + inside.height; y++) {
    for (let x = inside.x; x < inside.x + inside.width; x++) {
      const i = y * closer.width + x;
      alpha[i] = alpha[i]! + CLOSER_WEIGHT * (closer.alpha[i]! - alpha[i]!);
    }
  }
  return { ...closer, alpha };
}

/** The smallest box, in pixels of the original, around all that is rather subject than not. */
function boxOf({ alpha, width, height }: CoarseMatte, size: Size): Box | undefined {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i]! <= 0.5) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  if (right === 0) return undefined;
  const x = Math.floor((left * size.width) / width);
  const y = Math.floor((top * size.height) / height);
  return {
    x,
    y,
    width: Math.ceil((right * size.width) / width) - x,
    height: Math.ceil((bottom * size.height) / height) - y,
  };
}

async function findAtPoint(picture: Picture, point: { x: number; y: number }, model: Model) {
  const whole = { ...model.inputSize, alpha: await model.infer(picture.modelInput) };
  const found = atPoint(whole, point, picture.size);
  if (found !== undefined) return found;
  for (const share of CLOSER) {
    const part = await matteOfPart(picture, squareAround(point, share, picture.size), model);
    const closer = atPoint(part, point, picture.size);
    if (closer !== undefined) return closer;
  }
  return undefined;
}

function atPoint(matte: CoarseMatte, { x, y }: { x: number; y: number }, size: Size): CoarseMatte | undefined {
  // From the centre of the original's pixel to where that lies among the matte's.
  const point = { x: ((x + 0.5) * matte.width) / size.width - 0.5, y: ((y + 0.5) * matte.height) / size.height - 0.5 };
  const alpha = selectSubject(matte.alpha, matte, point);
  return alpha && { ...matte, alpha };
}

const seen = (matte: CoarseMatte, { noSubjectBelow }: Model): CoarseMatte | undefined =>
  largest(matte.alpha) < noSubjectBelow ? undefined : matte;

/**
 * What the model makes of a part of the picture, laid into an empty matte of the whole, and where it lies there; the part keeps the
 * detail that the model gave it.
 */
async function matteOfPart(
  { bytes, size }: Picture,
  part: Box,
  model: Model,
): Promise<CoarseMatte & { readonly inside: Box }> {
  const raw = await model.infer(await decodePart(bytes, part, model.inputSize));
  const detail = Math.max(model.inputSize.width / part.width, model.inputSize.height / part.height);
  const { width, height } = scaled(size, Math.min(detail, MAX_SIDE / Math.max(size.width, size.height)));
  // A matte far smaller than its picture has a pixel for what lies at the far border too.
  const left = Math.min(width - 1, Math.round((part.x * width) / size.width));
  const top = Math.min(height - 1, Math.round((part.y * height) / size.height));
  const right = Math.max(left + 1, Math.round(((part.x + part.width) * width) / size.width));
  const bottom = Math.max(top + 1, Math.round(((part.y + part.height) * height) / size.height));
  const inner = { width: right - left, height: bottom - top };
  const fitted = resample(raw, model.inputSize, inner);
  const alpha = new Float32Array(width * height);
  for (let y = 0; y < inner.height; y++) {
    alpha.set(fitted.subarray(y * inner.width, (y + 1) * inner.width), (top + y) * width + left);
  }
  return { width, height, alpha, inside: { x: left, y: top, ...inner } };
}

/** Whether the centre of a matte's pixel, `scale` of the original's pixels long, lies between start and end. */
function isBetween(pixel: number, scale: number, start: number, length: number): boolean {
  const centre = (pixel + 0.5) * scale;
  return centre >= start && centre <= start + length;
}

/** The matte without what lies outside the box, which is in pixels of the original. */
function onlyInside({ width, height, alpha }: CoarseMatte, box: Box, size: Size): CoarseMatte {
  const columns = Array.from({ length: width }, (_, x) => isBetween(x, size.width / width, box.x, box.width));
  const rows = Array.from({ length: height }, (_, y) => isBetween(y, size.height / height, box.y, box.height));
  return {
    width,
    height,
    alpha: alpha.map((value, i) => (columns[i % width] === true && rows[Math.floor(i / width)] === true ? value : 0)),
  };
}

function grown(box: Box, context: number, size: Size): Box {
  const x = Math.max(0, Math.floor(box.x - box.width * context));
  const y = Math.max(0, Math.floor(box.y - box.height * context));
  return {
    x,
    y,
    width: Math.min(size.width, Math.ceil(box.x + box.width * (1 + context))) - x,
    height: Math.min(size.height, Math.ceil(box.y + box.height * (1 + context))) - y,
  };
}

/** Where a length around a centre starts, so that it ends within `end`. */
const startAround = (centre: number, length: number, end: number): number =>
  Math.max(0, Math.min(end - length, Math.round(centre - length / 2)));

/** A square around the point, moved inside the picture where it would stick out. */
function squareAround(point: { x: number; y: number }, share: number, size: Size): Box {
  const side = Math.ceil(Math.max(size.width, size.height) * share);
  const width = Math.min(size.width, side);
  const height = Math.min(size.height, side);
  return { x: startAround(point.x, width, size.width), y: startAround(point.y, height, size.height), width, height };
}
