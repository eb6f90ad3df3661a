import type { StockBackgroundId } from '@clearcut/schemas/transaction/stock-backgrounds';
import type { Background } from './toolkit/background.ts';
import { bokehs } from './light/bokeh.ts';
import { walls } from './surfaces/concrete.ts';
import { fabrics } from './surfaces/fabric.ts';
import { gradients } from './light/gradient.ts';
import { hazes } from './light/haze.ts';
import { marbles } from './surfaces/marble.ts';
import { papers } from './surfaces/paper.ts';
import { podiums } from './scenes/podium.ts';
import { scenes } from './scenes/scenes.ts';
import { seas } from './light/sea.ts';
import { skies } from './light/sky.ts';
import { studios } from './light/studio.ts';
import { tabletops } from './scenes/tabletop.ts';
import { terrazzos } from './surfaces/terrazzo.ts';
import { litWalls } from './light/wall-light.ts';
import { woods } from './surfaces/wood.ts';

/** By id; the type requires every stock background. */
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
