import type { PointerEvent } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useDividingLine } from './useDividingLine.ts';

type Events = ReturnType<typeof useDividingLine>['pointerEvents'];

const moveTo = vi.hoisted(() => vi.fn());
vi.mock('react', () => ({
  useState: (first: unknown) => [first, moveTo],
  useRef: (first: unknown) => ({ current: first }),
}));

const FINGER = 1;
const OTHER = 2;
const PEN = 3;
/** `percent`: of the width. */
let point: (type: keyof Events, pointerId: number, percent: number) => void;

beforeEach(() => {
  vi.resetAllMocks();
  const { pointerEvents } = useDividingLine();
  const currentTarget = {
    setPointerCapture: () => undefined,
    getBoundingClientRect: () => ({ left: 0, width: 100 }),
  };
  point = (type, pointerId, percent) =>
    pointerEvents[type]({
      pointerId,
      pointerType: pointerId === PEN ? 'pen' : 'touch',
      button: 0,
      clientX: percent,
      currentTarget,
    } as unknown as PointerEvent<HTMLElement>);
});

test('regression: a second finger neither moves nor releases the line', () => {
  point('onPointerDown', FINGER, 10);
  point('onPointerDown', OTHER, 90);
  point('onPointerMove', OTHER, 91);
  point('onPointerUp', OTHER, 91);
  point('onPointerMove', FINGER, 20);
  expect(moveTo.mock.calls).toEqual([[10], [20]]);
});

test('a palm that touches the picture before the pen does not block the line', () => {
  point('onPointerDown', OTHER, 90);
  point('onPointerDown', PEN, 10);
  point('onPointerUp', OTHER, 90);
  point('onPointerMove', PEN, 50);
  expect(moveTo).toHaveBeenLastCalledWith(50);
});

test('regression: a cancelled pointer stops moving the line, and the next one moves it again', () => {
  point('onPointerDown', FINGER, 10);
  point('onLostPointerCapture', FINGER, 10);
  point('onPointerMove', FINGER, 50);
  expect(moveTo).toHaveBeenLastCalledWith(10);
  point('onPointerDown', OTHER, 90);
  expect(moveTo).toHaveBeenLastCalledWith(90);
});
