// Written by `npm run examples`.
import lampAfter from './pictures/lamp-after.webp';
import lampBefore from './pictures/lamp-before.webp';
import chairAfter from './pictures/chair-after.webp';
import chairBefore from './pictures/chair-before.webp';
import bagAfter from './pictures/bag-after.webp';
import bagBefore from './pictures/bag-before.webp';

export const pairs = [
  { name: 'lamp', before: lampBefore, after: lampAfter },
  { name: 'chair', before: chairBefore, after: chairAfter },
  { name: 'bag', before: bagBefore, after: bagAfter },
] as const;
export type Pair = (typeof pairs)[number];
