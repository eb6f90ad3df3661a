import { largest } from '../planes/alpha.ts';
import type { Model } from '../models/model.ts';
import { boxAround, grown, wholeOf } from './boxes.ts';
import { contrastEye } from './contrast.ts';
import { lookAt, type CoarseMatte, type Picture } from './looks.ts';

/** Below this, what a model shows of a picture is noise. */
const FAINT = 0.1;
/** Less of the picture than this is a speck and no subject. */
const SPECK = 0.001;
/** Parts of the middle that are looked at, as shares of the sides: what is small in the whole fills them. */
const MIDDLES = [0.7, 0.5] as const;
/** Around what stands out from its ground. */
const CONTEXT = 0.35;

/**
 * What is most likely meant in a picture of which the model saw no subject for certain: the strongest of its looks at the whole, at what
 * stands out and at the middle; else what stands out. Nothing for a picture of one flat thing.
 * @param whole what the model made of the whole picture
 */
export async function guessMatte(picture: Picture, whole: CoarseMatte, model: Model): Promise<CoarseMatte | undefined> {
  const { size } = picture;
  const contrast = await lookAt(picture, wholeOf(size), contrastEye);
  const standsOut = boxAround(contrast, size);
  if (standsOut === undefined) return brightened(whole);
  const middles = MIDDLES.map((share) => ({
    x: Math.floor((size.width * (1 - share)) / 2),
    y: Math.floor((size.height * (1 - share)) / 2),
    width: Math.ceil(size.width * share),
    height: Math.ceil(size.height * share),
  }));
  const looks: CoarseMatte[] = [whole];
  for (const part of [grown(standsOut, CONTEXT, size), ...middles]) looks.push(await lookAt(picture, part, model));
  const best = looks.reduce((a, b) => (meanOf(b) > meanOf(a) ? b : a));
  return brightened(best) ?? contrast;
}

/** A matte in which the model saw something, but not for certain, as if it had been; nothing where all that it shows is noise. */
export function brightened(matte: CoarseMatte): CoarseMatte | undefined {
  const top = largest(matte.alpha);
  if (top < FAINT) return undefined;
  const bright = { ...matte, alpha: matte.alpha.map((value) => value / top) };
  return meanOf(bright) < SPECK ? undefined : bright;
}

const meanOf = ({ alpha }: CoarseMatte): number => alpha.reduce((sum, value) => sum + value, 0) / alpha.length;
