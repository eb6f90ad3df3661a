import type { SubjectChoice } from '@clearcut/schemas/transaction/subject';
import type { Model } from '../models/model.ts';
import { Workspace } from '../memory/workspace.ts';
import type { Box, Size } from '../pixels/raster.ts';
import { resample } from '../planes/resample.ts';
import { grown, squareAround } from './boxes.ts';
import { contrastSource } from './contrast.ts';
import { brightened, guessMatte } from './guess.ts';
import { lookAtDetail } from './look-at-detail.ts';
import { lookCloser } from './look-closer.ts';
import { lookAt, seen, type CoarseMatte, type Picture } from './look.ts';
import { byPlainGround } from './plain-ground.ts';
import { throughScreens } from './screen.ts';
import { selectSubject } from './select-subject.ts';
import { withoutSmears } from './smears.ts';

/** Share of the box's sides: a model that sees no ground takes subject for it. */
const CONTEXT = 0.15;
/** Squares around a point where the model saw nothing: shares of the longer side. */
const CLOSER = [0.5, 0.25] as const;

export interface FoundMatte {
  readonly matte: CoarseMatte;
  /** No certain subject, only the likeliest. */
  readonly isGuess: boolean;
}

const certain = (matte: CoarseMatte): FoundMatte => ({ matte, isGuess: false });
const guessed = (matte: CoarseMatte | undefined): FoundMatte | undefined => matte && { matte, isGuess: true };

/**
 * Undefined in a picture of one flat thing.
 * @throws UnreadableImageError
 */
export async function findMatte(
  picture: Picture,
  subject: SubjectChoice,
  unscreened: Model,
): Promise<FoundMatte | undefined> {
  const model = throughScreens(unscreened);
  switch (subject.kind) {
    case 'auto': {
      const whole = { ...model.inputSize, alpha: await model.infer(picture.modelInput) };
      if (seen(whole, model) === undefined) {
        const guess = guessed(await guessMatte(picture, whole, model));
        return guess && guessed((await byPlainGround(picture, guess.matte)).matte);
      }
      const closer = model.closerLook ? await lookCloser(picture, whole, model) : whole;
      const found = await lookAtDetail(picture, closer, model);
      return byPlainGround(picture, withoutSmears(found));
    }
    case 'box':
      return findInBox(picture, subject, model);
    case 'point':
      return findAtPoint(picture, subject, model);
  }
}

async function findInBox(picture: Picture, box: Box, model: Model): Promise<FoundMatte | undefined> {
  const part = grown(box, CONTEXT, picture.size);
  const matte = onlyInside(await lookAt(picture, part, model), box, picture.size);
  if (seen(matte, model) !== undefined)
    return certain(onlyInside(await lookAtDetail(picture, matte, model), box, picture.size));
  const contrast = onlyInside(await lookAt(picture, part, contrastSource), box, picture.size);
  return guessed(brightened(matte) ?? brightened(contrast));
}

async function findAtPoint(
  picture: Picture,
  point: { x: number; y: number },
  model: Model,
): Promise<FoundMatte | undefined> {
  const whole = { ...model.inputSize, alpha: await model.infer(picture.modelInput) };
  const inDetail = async (all: CoarseMatte, chosen: CoarseMatte): Promise<FoundMatte> => {
    const finer = withoutOthers(await lookAtDetail(picture, chosen, model), all, chosen);
    return certain(atPoint(finer, point, picture.size) ?? chosen);
  };
  const found = atPoint(whole, point, picture.size);
  if (found !== undefined) return inDetail(whole, found);
  for (const share of CLOSER) {
    const part = await lookAt(picture, squareAround(point, share, picture.size), model);
    const closer = atPoint(part, point, picture.size);
    if (closer !== undefined) return inDetail(part, closer);
  }
  const contrast = await lookAt(picture, squareAround(point, CLOSER[0], picture.size), contrastSource);
  return guessed(atPoint(contrast, point, picture.size));
}

function atPoint(matte: CoarseMatte, { x, y }: { x: number; y: number }, size: Size): CoarseMatte | undefined {
  const point = { x: ((x + 0.5) * matte.width) / size.width - 0.5, y: ((y + 0.5) * matte.height) / size.height - 0.5 };
  const alpha = selectSubject(matte.alpha, matte, point);
  return alpha && { ...matte, alpha };
}

/** Excludes neighbours seen before, which the detail network takes for parts of the subject. */
function withoutOthers(finer: CoarseMatte, all: CoarseMatte, chosen: CoarseMatte): CoarseMatte {
  using space = new Workspace();
  const others = resample(
    all.alpha.map((value, i) => value - chosen.alpha[i]!),
    all,
    finer,
    space,
  );
  return { ...finer, alpha: finer.alpha.map((value, i) => Math.min(value, 1 - others[i]!)) };
}

function isBetween(pixel: number, scale: number, start: number, length: number): boolean {
  const centre = (pixel + 0.5) * scale;
  return centre >= start && centre <= start + length;
}

function onlyInside({ width, height, alpha }: CoarseMatte, box: Box, size: Size): CoarseMatte {
  const columns = Array.from({ length: width }, (_, x) => isBetween(x, size.width / width, box.x, box.width));
  const rows = Array.from({ length: height }, (_, y) => isBetween(y, size.height / height, box.y, box.height));
  return {
    width,
    height,
    alpha: alpha.map((value, i) => (columns[i % width] === true && rows[Math.floor(i / width)] === true ? value : 0)),
  };
}
