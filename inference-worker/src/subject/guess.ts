import { largest } from '../planes/alpha.ts';
import type { Model } from '../models/model.ts';
import { boxAround, grown, wholeOf, WIDE_CONTEXT } from './boxes.ts';
import { contrastSource } from './contrast.ts';
import { lookAt, type CoarseMatte, type Picture } from './look.ts';

/** Fainter output is noise. */
const FAINT = 0.1;
/** Share of the picture. */
const SPECK = 0.001;
/** Shares of the sides: small things fill them. */
const MIDDLES = [0.7, 0.5] as const;

/** The strongest look at the whole, the contrasting part and the middle. Undefined if all is flat. */
export async function guessMatte(picture: Picture, whole: CoarseMatte, model: Model): Promise<CoarseMatte | undefined> {
  const { size } = picture;
  const contrast = await lookAt(picture, wholeOf(size), contrastSource);
  const standsOut = boxAround(contrast, size);
  if (standsOut === undefined) return brightened(whole);
  const middles = MIDDLES.map((share) => ({
    x: Math.floor((size.width * (1 - share)) / 2),
    y: Math.floor((size.height * (1 - share)) / 2),
    width: Math.ceil(size.width * share),
    height: Math.ceil(size.height * share),
  }));
  const looks: CoarseMatte[] = [whole];
  for (const part of [grown(standsOut, WIDE_CONTEXT, size), ...middles]) looks.push(await lookAt(picture, part, model));
  const best = looks.reduce((a, b) => (meanOf(b) > meanOf(a) ? b : a));
  return brightened(best) ?? contrast;
}

/** Undefined for noise. */
export function brightened(matte: CoarseMatte): CoarseMatte | undefined {
  const top = largest(matte.alpha);
  if (top < FAINT) return undefined;
  const bright = { ...matte, alpha: matte.alpha.map((value) => value / top) };
  return meanOf(bright) < SPECK ? undefined : bright;
}

const meanOf = ({ alpha }: CoarseMatte): number => alpha.reduce((sum, value) => sum + value, 0) / alpha.length;
