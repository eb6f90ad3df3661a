import bag from './pictures/bag-after.webp';
import bagBefore from './pictures/bag-before.webp';
import chair from './pictures/chair-after.webp';
import chairBefore from './pictures/chair-before.webp';
import lamp from './pictures/lamp-after.webp';
import lampBefore from './pictures/lamp-before.webp';
import plant from './pictures/plant-after.webp';
import plantBefore from './pictures/plant-before.webp';

/** Example pictures made by client/examples. `line`: where before and after meet, in per cent of the width. */
export const pairs = [
  { name: 'plant', before: plantBefore, after: plant, line: 57 },
  { name: 'lamp', before: lampBefore, after: lamp, line: 51 },
  { name: 'chair', before: chairBefore, after: chair, line: 48 },
  { name: 'bag', before: bagBefore, after: bag, line: 50 },
] as const;
