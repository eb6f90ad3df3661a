import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { toPicture } from '../../engine/view.ts';
import type { StageContext, ToolSession } from '../../gestures/tool.ts';
import { tools } from '../../state/tools.ts';

/** One press sets the background to the colour under it and ends the tool. */
export function pickColorOnStage({ picture, size }: StageContext): ToolSession {
  return {
    begin(at, output) {
      const color = picture.painter.colourAt(toPicture(at, tools.getState().view, size(), output));
      tools.change({ isPicking: false });
      if (color !== undefined) picture.apply({ background: { ...TRANSPARENT, color } });
    },
  };
}
