import type { SubjectChoice } from '@clearcut/schemas/transaction/subject';
import type { Model } from '../models/model.ts';
import type { Box, Size } from '../pixels/raster.ts';
import { grown, squareAround } from './boxes.ts';
import { lookCloser } from './look-closer.ts';
import { lookAt, seen, type CoarseMatte, type Picture } from './looks.ts';
import { selectSubject } from './select-subject.ts';

/** Shown around the user's box, as a share of its sides: a model that sees no ground takes part of the subject for it. */
const CONTEXT = 0.15;
/** Where the model sees nothing at a point, it looks closer: squares around it, as shares of the longer side. */
const CLOSER = [0.5, 0.25] as const;

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
      const matte = await lookAt(picture, grown(subject, CONTEXT, picture.size), model);
      return seen(onlyInside(matte, subject, picture.size), model);
    }
    case 'point':
      return findAtPoint(picture, subject, model);
  }
}

async function findAtPoint(picture: Picture, point: { x: number; y: number }, model: Model) {
  const whole = { ...model.inputSize, alpha: await model.infer(picture.modelInput) };
  const found = atPoint(whole, point, picture.size);
  if (found !== undefined) return found;
  for (const share of CLOSER) {
    const part = await lookAt(picture, squareAround(point, share, picture.size), model);
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
