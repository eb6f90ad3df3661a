import { Failure } from '../../lib/errors/failure.ts';
import bag from './examples/bag.jpg';
import bagSmall from './examples/bag-small.webp';
import chair from './examples/chair.jpg';
import chairSmall from './examples/chair-small.webp';
import lamp from './examples/lamp.jpg';
import lampSmall from './examples/lamp-small.webp';
import plant from './examples/plant.jpg';
import plantSmall from './examples/plant-small.webp';

/** Own pictures, composed by client/examples, for people without one at hand. */
export const examples = [
  { name: 'plant', url: plant, small: plantSmall },
  { name: 'lamp', url: lamp, small: lampSmall },
  { name: 'chair', url: chair, small: chairSmall },
  { name: 'bag', url: bag, small: bagSmall },
] as const;

export type Example = (typeof examples)[number];

/** @throws Failure when it cannot be loaded */
export async function exampleFile({ name, url }: Example): Promise<File> {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return new File([await response.blob()], `${name}.jpg`, { type: 'image/jpeg' });
  } catch (error) {
    throw new Failure('example_missing', { cause: error });
  }
}
