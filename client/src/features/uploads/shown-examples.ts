// Written by `npm run examples`.
import lamp from './examples/lamp.jpg';
import lampSmall from './examples/lamp-small.webp';
import chair from './examples/chair.jpg';
import chairSmall from './examples/chair-small.webp';
import bag from './examples/bag.jpg';
import bagSmall from './examples/bag-small.webp';

export const examples = [
  { name: 'lamp', url: lamp, small: lampSmall },
  { name: 'chair', url: chair, small: chairSmall },
  { name: 'bag', url: bag, small: bagSmall },
] as const;
