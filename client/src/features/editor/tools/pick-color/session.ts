import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { toPicture } from '../../engine/view.ts';
import type { StageContext, ToolSession } from '../../gestures/tool.ts';
import { tools } from '../../state/tools.ts';

/** One press takes the colour under it for the background, and the tool is put down. */
export function pickColorOnStage({ picture, size }: StageContext): ToolSession {
  return {
    begin(at, output) {
      const color = picture.painter.colourAt(toPicture(at, tools.getState().view, size(), output));
      tools.change({ isPicking: false });
      if (color !== undefined) picture.apply({ background: { ...TRANSPARENT, color } });
    },
  };
}
