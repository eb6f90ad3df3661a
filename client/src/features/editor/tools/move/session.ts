import type { Point } from '@clearcut/scene/geometry';
import type { Position } from '@clearcut/schemas/transaction/scene';
import { movedBy } from '../../engine/placing.ts';
import { toPicture } from '../../engine/view.ts';
import { ARROWS } from '../../gestures/arrows.ts';
import type { StageContext, ToolSession } from '../../gestures/tool.ts';
import { tools } from '../../state/tools.ts';

/** The cut-out follows the pointer, or the arrow keys. */
export function moveOnStage({ picture, size }: StageContext): ToolSession {
  /** Where the pointer is, in pixels of the output, and where the cut-out was. */
  let moving: { readonly at: Point; readonly before: Position } | undefined;
  const by = (far: Point) => picture.adjust({ position: movedBy(picture.getState().settings.position, far) });
  const end = () => {
    if (moving !== undefined) picture.settle();
    moving = undefined;
  };
  return {
    begin(at, output) {
      const { position } = picture.getState().settings;
      moving = { at: toPicture(at, tools.getState().view, size(), output), before: position };
    },
    move(points) {
      const { output } = picture.painter.getState();
      const last = points.at(-1);
      if (moving === undefined || output === undefined || last === undefined) return;
      const to = toPicture(last, tools.getState().view, size(), output);
      const { a, d } = output.toFrame;
      const far = { x: (to.x - moving.at.x) * a, y: (to.y - moving.at.y) * d };
      // What is less than a pixel of the original is kept for the next move.
      if (Math.abs(far.x) < 1 && Math.abs(far.y) < 1) return;
      moving = { at: to, before: moving.before };
      by(far);
    },
    end,
    cancel() {
      // Settled where it was before, it is no edit.
      if (moving !== undefined) picture.adjust({ position: moving.before });
      end();
    },
    key(event) {
      const direction = ARROWS[event.key];
      if (direction === undefined) return;
      event.preventDefault();
      const { output } = picture.painter.getState();
      const step = Math.max(1, Math.round((output?.toFrame.a ?? 1) * (event.shiftKey ? 10 : 1)));
      by({ x: direction.x * step, y: direction.y * step });
    },
    leave() {
      // The picture settles a move itself, and has done so if it was closed: taking it back would be one more edit.
      moving = undefined;
    },
  };
}
