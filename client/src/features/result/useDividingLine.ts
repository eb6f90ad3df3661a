import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { shareAfterKey, shareAt } from './dividing-line.ts';

/**
 * A line between left and right that a pointer moves on what it divides, and keys on its grip.
 * @param from what is left of the line at first, in percent of the width
 */
export function useDividingLine(from = 0) {
  /** What is left of the line, in percent of the width. */
  const [share, setShare] = useState(from);
  /** Which pointer moves it: of two fingers, each would have it jump to where it is. */
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
        // The hand that holds a pen may rest on the screen before it.
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
