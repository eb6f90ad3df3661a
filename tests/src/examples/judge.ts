import { type Composed, composed, type ExampleName } from './compose.ts';
import sharp from 'sharp';
import type { Cutter } from './cut-out.ts';

/** Intersection over union, and mean difference of alpha (0 to 1): below, a visitor sees the flaw. */
const LEAST = { overlap: 0.97, difference: 0.006 } as const;

export interface Judged extends Composed {
  readonly name: ExampleName;
  /** JPEG, as the visitor gets it. */
  readonly jpeg: Buffer;
  /** PNG; undefined where the product is unsure of the subject. */
  readonly cutOut: Uint8Array | undefined;
  readonly overlap: number;
  readonly difference: number;
  readonly passes: boolean;
}

/** Compares the product's cut-out of an example with the render that it was composed of. */
export async function judge(name: ExampleName, cutter: Cutter): Promise<Judged> {
  const { photo, truth } = await composed(name);
  const jpeg = await sharp(photo).jpeg({ quality: 84, mozjpeg: true }).toBuffer();
  const cutOut = await cutter.cutOut(jpeg);
  const about = { name, photo, truth, jpeg, cutOut };
  if (cutOut === undefined) return { ...about, overlap: 0, difference: 1, passes: false };
  const [made, wanted] = await Promise.all([alphaOf(cutOut), alphaOf(truth)]);
  let [both, either, off] = [0, 0, 0];
  for (const [index, alpha] of wanted.entries()) {
    const found = made[index] ?? 0;
    if (alpha > 127 && found > 127) both += 1;
    if (alpha > 127 || found > 127) either += 1;
    off += Math.abs(alpha - found) / 255;
  }
  const overlap = both / either;
  const difference = off / wanted.length;
  return { ...about, overlap, difference, passes: overlap >= LEAST.overlap && difference <= LEAST.difference };
}

const alphaOf = (png: Uint8Array): Promise<Buffer> => sharp(png).ensureAlpha().extractChannel('alpha').raw().toBuffer();
