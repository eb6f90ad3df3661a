import { Workspace } from '../memory/workspace.ts';
import { resample } from '../planes/resample.ts';
import type { Model } from '../models/model.ts';
import { boxAround, grown } from './boxes.ts';
import { rowsInside, lookAt, seen, type CoarseMatte, type PartialMatte, type Picture } from './looks.ts';

/** Around what the model found: more, since it may have found too little. */
const CLOSER_CONTEXT = 0.35;
/** A part that is more than this share of the picture shows nothing that the whole did not. */
const CLOSE_ENOUGH = 0.8;
/** Of the closer look, against the look at the whole. */
const CLOSER_WEIGHT = 2 / 3;

/**
 * A further look at the subject that was found. What fills the model's input shows it more of its edge, and what misled it may lie
 * outside.
 */
export async function lookCloser(picture: Picture, whole: CoarseMatte, model: Model): Promise<CoarseMatte> {
  const subject = boxAround(whole, picture.size);
  if (subject === undefined) return whole;
  const part = grown(subject, CLOSER_CONTEXT, picture.size);
  if (part.width * part.height > CLOSE_ENOUGH * picture.size.width * picture.size.height) return whole;
  // A look that shows nothing says nothing: averaged with it, the subject would be a ghost that the refinement wipes out.
  const closer = seen(await lookAt(picture, part, model), model);
  return closer === undefined ? whole : outvote(whole, closer);
}

/** What was seen of the whole keeps a vote, because a part alone can mislead as well. */
function outvote(whole: CoarseMatte, closer: PartialMatte): CoarseMatte {
  using space = new Workspace();
  const alpha = resample(whole.alpha, whole, closer, space).slice();
  for (const { start, end } of rowsInside(closer)) {
    for (let i = start; i < end; i++) alpha[i]! += CLOSER_WEIGHT * (closer.alpha[i]! - alpha[i]!);
  }
  return { width: closer.width, height: closer.height, alpha };
}
