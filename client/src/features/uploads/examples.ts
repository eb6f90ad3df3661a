import { Failure } from '../../lib/errors/failure.ts';
import cactus from './examples/cactus.jpg';
import cactusSmall from './examples/cactus-small.webp';
import duck from './examples/duck.jpg';
import duckSmall from './examples/duck-small.webp';
import mug from './examples/mug.jpg';
import mugSmall from './examples/mug-small.webp';
import pear from './examples/pear.jpg';
import pearSmall from './examples/pear-small.webp';

/** Pictures of our own making (client/examples draws them) for people without one at hand. */
export const examples = [
  { name: 'duck', url: duck, small: duckSmall },
  { name: 'pear', url: pear, small: pearSmall },
  { name: 'mug', url: mug, small: mugSmall },
  { name: 'cactus', url: cactus, small: cactusSmall },
] as const;

export type Example = (typeof examples)[number];

/** @throws Failure when the picture cannot be had. */
export async function exampleFile({ name, url }: Example): Promise<File> {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return new File([await response.blob()], `${name}.jpg`, { type: 'image/jpeg' });
  } catch (error) {
    throw new Failure('example_missing', { cause: error });
  }
}
