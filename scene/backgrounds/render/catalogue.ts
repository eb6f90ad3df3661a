import type { StockBackgroundId } from '@clearcut/schemas/transaction/stock-backgrounds';
import type { Background } from './background.ts';
import { bokehs } from './bokeh.ts';
import { walls } from './concrete.ts';
import { fabrics } from './fabric.ts';
import { gradients } from './gradient.ts';
import { hazes } from './haze.ts';
import { marbles } from './marble.ts';
import { papers } from './paper.ts';
import { podiums } from './podium.ts';
import { scenes } from './scenes/scenes.ts';
import { seas } from './sea.ts';
import { skies } from './sky.ts';
import { studios } from './studio.ts';
import { tabletops } from './tabletop.ts';
import { terrazzos } from './terrazzo.ts';
import { litWalls } from './wall-light.ts';
import { woods } from './wood.ts';

/** How each stock background is made; one that is named and not made is a type error. */
export const catalogue: Readonly<Record<StockBackgroundId, Background>> = {
  ...studios,
  ...gradients,
  ...bokehs,
  ...woods,
  ...marbles,
  ...walls,
  ...terrazzos,
  ...fabrics,
  ...papers,
  ...skies,
  ...seas,
  ...hazes,
  ...litWalls,
  ...tabletops,
  ...podiums,
  ...scenes,
};
