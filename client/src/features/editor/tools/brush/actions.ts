import { action } from '../../gestures/action.ts';
import { tools } from '../../state/tools.ts';

export const brushActions = {
  erase: action('E', () => tools.takeBrush('erase')),
  refine: action('H', () => tools.takeBrush('refine')),
  restore: action('R', () => tools.takeBrush('restore')),
  smaller: action('[', () => tools.resizeBrush(-1)),
  larger: action(']', () => tools.resizeBrush(1)),
};
