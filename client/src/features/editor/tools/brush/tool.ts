import { BrushIcon } from '../../controls/icons.tsx';
import type { Tool } from '../../gestures/tool.ts';
import { brushActions } from './actions.ts';
import { BrushOverlay } from './Overlay.tsx';
import { BrushPanel } from './Panel.tsx';
import { brushOnStage } from './session.ts';

export const brush: Tool = {
  Icon: BrushIcon,
  // The ring replaces the pointer.
  cursor: 'none',
  takesTouch: true,
  keepsFit: false,
  isInHand: ({ section }) => section === 'brush',
  actions: brushActions,
  Panel: BrushPanel,
  Overlay: BrushOverlay,
  onStage: brushOnStage,
};
