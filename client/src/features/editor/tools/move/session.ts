import { placedBounds } from '@clearcut/scene/crop-to-subject';
import type { Point } from '@clearcut/scene/geometry';
import { kept } from '@clearcut/schemas/transaction/scene/scales';
import type { Rect } from '@clearcut/scene/raster';
import type { Position } from '@clearcut/schemas/transaction/scene';
import { movedBy } from '../../engine/placing.ts';
import { NO_GUIDES, snapped } from '../../engine/snapping.ts';
import { fitScale, toPicture } from '../../engine/view.ts';
import { ARROWS } from '../../gestures/arrows.ts';
import type { StageContext, ToolSession } from '../../gestures/tool.ts';
import { tools } from '../../state/tools.ts';
import { moveGuides } from './guides.ts';

/** Snapping distance, CSS pixels. */
const REACH = 6;

interface Moving {
  readonly from: Point;
  readonly before: Position;
  /** Frame pixels; box around the subject; null without one. */
  readonly box: Rect | null;
  /** A press alone moves nothing, however near to a line it snaps to. */
  readonly hasLeft: boolean;
}

/** Moves the cut-out with the pointer, snapping to middle and edges of the picture, or with arrow keys. */
export function moveOnStage({ picture, size }: StageContext): ToolSession {
  let moving: Moving | undefined;
  const by = (far: Point) => picture.adjust({ position: movedBy(picture.getState().settings.position, far) });
  const end = () => {
    if (moving !== undefined) picture.commit();
    moving = undefined;
    moveGuides.show(NO_GUIDES);
  };
  return {
    begin(at, output) {
      const { settings, view } = picture.getState();
      const { position } = settings;
      const { cutOut } = picture;
      const frame = { width: view.width, height: view.height };
      moving = {
        from: toPicture(at, tools.getState().view, size(), output),
        before: position,
        box: cutOut === undefined ? null : placedBounds(cutOut, frame, position),
        hasLeft: false,
      };
    },
    move(points) {
      const { output } = picture.painter.getState();
      const last = points.at(-1);
      if (moving === undefined || output === undefined || last === undefined) return;
      const { before, box, from } = moving;
      const { view } = tools.getState();
      const to = toPicture(last, view, size(), output);
      const { a, d } = output.toFrame;
      const far = { x: (to.x - from.x) * a, y: (to.y - from.y) * d };
      if (!moving.hasLeft && Math.abs(far.x) < 1 && Math.abs(far.y) < 1) return;
      moving = { ...moving, hasLeft: true };
      const { width, height } = picture.getState().view;
      const reach = (REACH * a) / (fitScale(size(), output) * view.zoom);
      const snap =
        box === null
          ? { by: { x: 0, y: 0 }, guides: NO_GUIDES }
          : snapped({ ...box, x: box.x + far.x, y: box.y + far.y }, kept(before, { width, height }), reach);
      moveGuides.show(snap.guides);
      picture.adjust({ position: movedBy(before, { x: far.x + snap.by.x, y: far.y + snap.by.y }) });
    },
    end,
    cancel() {
      // Settling at the old position makes no edit.
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
      // The picture settles a move itself and has done so if closed; reverting would be another edit.
      moving = undefined;
      moveGuides.show(NO_GUIDES);
    },
  };
}
