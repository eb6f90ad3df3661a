// Written by `npm run examples`.
import catAfter from './pictures/cat-after.webp';
import catBefore from './pictures/cat-before.webp';
import catSmall from '../../pictures/uploads/examples/cat-small.webp';
import dogAfter from './pictures/dog-after.webp';
import dogBefore from './pictures/dog-before.webp';
import dogSmall from '../../pictures/uploads/examples/dog-small.webp';
import flowerAfter from './pictures/flower-after.webp';
import flowerBefore from './pictures/flower-before.webp';
import flowerSmall from '../../pictures/uploads/examples/flower-small.webp';
import astronautAfter from './pictures/astronaut-after.webp';
import astronautBefore from './pictures/astronaut-before.webp';
import astronautSmall from '../../pictures/uploads/examples/astronaut-small.webp';

export const pairs = [
  { name: 'cat', before: catBefore, after: catAfter, small: catSmall },
  { name: 'dog', before: dogBefore, after: dogAfter, small: dogSmall },
  { name: 'flower', before: flowerBefore, after: flowerAfter, small: flowerSmall },
  { name: 'astronaut', before: astronautBefore, after: astronautAfter, small: astronautSmall },
] as const;
export type Pair = (typeof pairs)[number];
