import { resample } from '../planes/resample.ts';
import type { Model } from '../models/model.ts';
import { boxAround, grown, within } from './boxes.ts';
import {
  decodeView,
  forEachInside,
  matteOfPart,
  seen,
  type CoarseMatte,
  type PartialMatte,
  type Picture,
  type View,
} from './looks.ts';

/** Around what the model found: more, since it may have found too little. */
const CLOSER_CONTEXT = 0.35;
/** A part that is more than this share of the picture shows nothing that the whole did not. */
const CLOSE_ENOUGH = 0.8;
/** Of the closer look, against the look at the whole. */
const CLOSER_WEIGHT = 2 / 3;
/** Around the subject when its halves are looked at. */
const HALVES_CONTEXT = 0.2;
/** Of each half, along the longer side of both: they overlap, so that what one cuts off is whole in the other. */
const HALF = 0.6;
/** Of a half's look, against all that was seen before. */
const HALF_WEIGHT = 2 / 3;
/** The least overlap (intersection over union) of a half's look with what was seen before, for it to count. */
const AGREEMENT = 0.9;

/**
 * Further looks at the subject that was found: at all of it, and at each of its halves. What fills the model's input shows it more of
 * its edge, and what misled it may lie outside.
 */
export async function lookCloser(picture: Picture, whole: CoarseMatte, model: Model): Promise<CoarseMatte> {
  const subject = boxAround(whole, picture.size);
  if (subject === undefined) return whole;
  const part = grown(subject, CLOSER_CONTEXT, picture.size);
  const view = await decodeView(picture, part, model);
  const isClose = part.width * part.height > CLOSE_ENOUGH * picture.size.width * picture.size.height;
  // A look that shows nothing says nothing: averaged with it, the subject would be a ghost that the refinement wipes out.
  const closer = isClose ? undefined : seen(await matteOfPart(picture, view, part, model), model);
  return lookAtHalves(picture, closer === undefined ? whole : outvote(whole, closer), view, model);
}

/** What was seen of the whole keeps a vote, because a part alone can mislead as well. */
function outvote(whole: CoarseMatte, closer: PartialMatte): CoarseMatte {
  const alpha = resample(whole.alpha, whole, closer).slice();
  forEachInside(closer, (i) => {
    alpha[i]! += CLOSER_WEIGHT * (closer.alpha[i]! - alpha[i]!);
  });
  return { width: closer.width, height: closer.height, alpha };
}

/**
 * The edge once more, from twice as close. Half a subject is easily taken for none, or its ground for it, so a half counts only where
 * it shows the same subject as was believed.
 */
async function lookAtHalves(picture: Picture, believed: CoarseMatte, view: View, model: Model): Promise<CoarseMatte> {
  const subject = boxAround(believed, picture.size);
  if (subject === undefined) return believed;
  const part = within(grown(subject, HALVES_CONTEXT, picture.size), view.box);
  const isTall = part.height > part.width;
  const [width, height] = isTall ? [part.width, share(part.height, HALF)] : [share(part.width, HALF), part.height];
  const first = { x: part.x, y: part.y, width, height };
  const second = { ...first, x: part.x + part.width - width, y: part.y + part.height - height };
  const looks = [
    await matteOfPart(picture, view, first, model),
    await matteOfPart(picture, view, second, model),
  ] as const;
  const before = resample(believed.alpha, believed, looks[0]);
  const alpha = before.slice();
  for (const [index, look] of looks.entries()) {
    if (agreement(before, look) < AGREEMENT) continue;
    const { inside } = look;
    const length = isTall ? inside.height : inside.width;
    forEachInside(look, (i, x, y) => {
      const along = ((isTall ? y - inside.y : x - inside.x) + 0.5) / length;
      // Each fades out over what both have seen: their weights add up to one there.
      const faded = Math.min(1, ((index === 0 ? 1 - along : along) * HALF) / (2 * HALF - 1));
      alpha[i]! += HALF_WEIGHT * faded * (look.alpha[i]! - before[i]!);
    });
  }
  return { width: looks[0].width, height: looks[0].height, alpha };
}

/** Intersection over union of the two subjects, where the look has seen the picture. */
function agreement(before: Float32Array, look: PartialMatte): number {
  let [both, either] = [0, 0];
  forEachInside(look, (i) => {
    const [a, b] = [before[i]! > 0.5, look.alpha[i]! > 0.5];
    if (a && b) both++;
    if (a || b) either++;
  });
  return either === 0 ? 1 : both / either;
}

const share = (length: number, of: number): number => Math.max(1, Math.round(length * of));
