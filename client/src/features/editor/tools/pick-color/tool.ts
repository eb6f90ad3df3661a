import { PipetteIcon } from '../../controls/icons.tsx';
import type { Tool } from '../../gestures/tool.ts';
import { pickColorOnStage } from './session.ts';

export const pickColor: Tool = {
  Icon: PipetteIcon,
  cursor: 'crosshair',
  takesTouch: false,
  keepsFit: false,
  isInHand: ({ isPicking, isCropping }) => isPicking && !isCropping,
  // Its button is among the background colours: Panel.tsx.
  actions: {},
  Panel: undefined,
  Overlay: undefined,
  onStage: pickColorOnStage,
};
