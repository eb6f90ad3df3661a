import { ArrangeIcon } from '../../controls/icons.tsx';
import type { Tool } from '../../gestures/tool.ts';
import { moveActions } from './actions.ts';
import { Handles } from './Overlay.tsx';
import { MovePanel } from './Panel.tsx';
import { moveOnStage } from './session.ts';

export const move: Tool = {
  Icon: ArrangeIcon,
  cursor: 'default',
  takesTouch: true,
  keepsFit: false,
  isInHand: ({ section, isCropping }) => section === 'arrange' && !isCropping,
  actions: moveActions,
  Panel: MovePanel,
  Overlay: Handles,
  onStage: moveOnStage,
};
