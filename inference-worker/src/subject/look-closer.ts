import type { Model } from '../models/model.ts';
import { boxAround, grown, WIDE_CONTEXT } from './boxes.ts';
import { lookAt, blend, seen, type CoarseMatte, type Picture } from './look.ts';

/** A larger share of the picture shows nothing new. */
const CLOSE_ENOUGH = 0.8;
/** The whole keeps a vote: a part can mislead too. */
const CLOSER_WEIGHT = 2 / 3;

/** A part that fills the model's input shows more edge, and excludes what may have misled it. */
export async function lookCloser(picture: Picture, whole: CoarseMatte, model: Model): Promise<CoarseMatte> {
  const subject = boxAround(whole, picture.size);
  if (subject === undefined) return whole;
  const part = grown(subject, WIDE_CONTEXT, picture.size);
  if (part.width * part.height > CLOSE_ENOUGH * picture.size.width * picture.size.height) return whole;
  // Averaged in, an empty look would leave a ghost.
  const closer = seen(await lookAt(picture, part, model), model);
  return closer === undefined ? whole : blend(whole, closer, CLOSER_WEIGHT);
}
