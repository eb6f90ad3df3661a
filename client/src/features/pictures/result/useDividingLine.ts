import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { shareAfterKey, shareAt } from './dividing-line.ts';

/**
 * A vertical divider moved by the pointer or by keys on its grip.
 * @param from initial share left of the line, per cent of the width
 */
export function useDividingLine(from = 0) {
  /** Per cent of the width, left of the line. */
  const [share, setShare] = useState(from);
  /** Only one pointer: with two fingers the line would jump between them. */
  const pressed = useRef<number>(undefined);

  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) =>
    setShare(shareAt(clientX, currentTarget.getBoundingClientRect()));
  const release = ({ pointerId }: PointerEvent) => {
    if (pressed.current === pointerId) pressed.current = undefined;
  };

  return {
    share,
    pointerEvents: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        // The hand holding a pen may touch the screen first.
        if (event.button !== 0 || (pressed.current !== undefined && event.pointerType !== 'pen')) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pressed.current = event.pointerId;
        follow(event);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (pressed.current === event.pointerId) follow(event);
      },
      onPointerUp: release,
      onPointerCancel: release,
      onLostPointerCapture: release,
    },
    onKeyDown: (event: KeyboardEvent) => {
      const target = shareAfterKey(share, event.key);
      if (target === undefined) return;
      event.preventDefault();
      setShare(target);
    },
  };
}
