import type { Point } from '@clearcut/scene/geometry';
import type { Rect } from '@clearcut/scene/raster';
import type { Position } from '@clearcut/schemas/transaction/scene';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import type { EditedPicture } from '../../picture/edited-picture.ts';
import { aboutPoint, scaledTo, stepped, turnedTo, type HandleKind } from '../../engine/placing.ts';
import { usePicture } from '../../picture/usePicture.ts';

/**
 * Events of a cut-out handle: the dragging pointer and arrow keys.
 * @param bounds turns and scales about its middle; picture pixels
 * @param toFrame CSS pixels from the centre of the stage to frame pixels
 */
export function useHandleEvents(picture: EditedPicture, bounds: Rect, toFrame: (at: Point) => Point) {
  const { settings, view } = usePicture(picture);
  const frame = { width: view.width, height: view.height };
  const pulled = useRef<{ readonly pointerId: number; readonly from: Point; readonly start: Position }>(undefined);

  const aboutMiddle = () =>
    aboutPoint(settings.position, frame, { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 });
  const placeOf = (event: PointerEvent): Point => {
    const area = event.currentTarget.closest('[data-testid=stage]')?.getBoundingClientRect();
    if (area === undefined) return { x: 0, y: 0 };
    return toFrame({ x: event.clientX - area.left - area.width / 2, y: event.clientY - area.top - area.height / 2 });
  };

  const press = (event: PointerEvent<HTMLElement>) => {
    // Another button's release may go to a context menu, and the handle would keep following the pointer.
    if (event.button !== 0 || pulled.current !== undefined) return;
    const { pointerId } = event;
    event.currentTarget.setPointerCapture(pointerId);
    pulled.current = { pointerId, from: placeOf(event), start: aboutMiddle() };
  };
  const pull = (kind: HandleKind, event: PointerEvent) => {
    if (pulled.current?.pointerId !== event.pointerId) return;
    const { from, start } = pulled.current;
    const to = placeOf(event);
    picture.adjust({
      position: kind === 'scale' ? scaledTo(start, frame, from, to) : turnedTo(start, frame, from, to, event.shiftKey),
    });
  };
  const release = (event: PointerEvent) => {
    if (pulled.current?.pointerId !== event.pointerId) return;
    pulled.current = undefined;
    picture.commit();
  };
  const keyDown = (kind: HandleKind, event: KeyboardEvent) => {
    const direction = ({ ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 } as const)[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    picture.adjust({ position: stepped(aboutMiddle(), kind, direction, event.shiftKey) });
  };

  return (kind: HandleKind) => ({
    onPointerDown: press,
    onPointerMove: (event: PointerEvent) => pull(kind, event),
    onPointerUp: release,
    onPointerCancel: release,
    onLostPointerCapture: release,
    onKeyDown: (event: KeyboardEvent) => keyDown(kind, event),
  });
}
