import { CropIcon } from '../../controls/icons.tsx';
import type { Tool } from '../../gestures/tool.ts';
import { cropActions } from './actions.ts';
import { CropOverlay } from './Overlay.tsx';
import { CropPanel } from './Panel.tsx';

export const crop: Tool = {
  Icon: CropIcon,
  cursor: 'default',
  takesTouch: true,
  keepsFit: true,
  isInHand: ({ isCropping }) => isCropping,
  actions: cropActions,
  Panel: CropPanel,
  Overlay: CropOverlay,
  onStage: undefined,
};
