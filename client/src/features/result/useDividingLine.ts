import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { shareAfterKey, shareAt } from './dividing-line.ts';

/** A line between left and right that a pointer moves on what it divides, and keys on its grip. */
export function useDividingLine() {
  /** What is left of the line, in percent of the width. */
  const [share, setShare] = useState(0);
  const [dragging, setDragging] = useState(false);

  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) =>
    setShare(shareAt(clientX, currentTarget.getBoundingClientRect()));
  const release = () => setDragging(false);

  return {
    share,
    pointerEvents: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragging(true);
        follow(event);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => dragging && follow(event),
      onPointerUp: release,
      onPointerCancel: release,
    },
    onKeyDown: (event: KeyboardEvent) => {
      const target = shareAfterKey(share, event.key);
      if (target === undefined) return;
      event.preventDefault();
      setShare(target);
    },
  };
}
