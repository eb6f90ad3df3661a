// Written by `npm run examples`.
import cat from './examples/cat.jpg';
import catSmall from './examples/cat-small.webp';
import dog from './examples/dog.jpg';
import dogSmall from './examples/dog-small.webp';
import flower from './examples/flower.jpg';
import flowerSmall from './examples/flower-small.webp';
import astronaut from './examples/astronaut.jpg';
import astronautSmall from './examples/astronaut-small.webp';

export const examples = [
  { name: 'cat', url: cat, small: catSmall },
  { name: 'dog', url: dog, small: dogSmall },
  { name: 'flower', url: flower, small: flowerSmall },
  { name: 'astronaut', url: astronaut, small: astronautSmall },
] as const;
