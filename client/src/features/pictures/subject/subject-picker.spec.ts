import { createElement, type PointerEvent, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { SubjectPicker } from './SubjectPicker.tsx';

type Events = Record<
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onLostPointerCapture',
  (event: PointerEvent) => void
>;

const PEN = 1;
const PALM = 2;
const drawn = vi.hoisted(() => ({ events: {} as unknown }));
vi.mock('@mui/material/Box', () => ({
  default: ({ children, ...props }: { children?: ReactNode; role?: string }) => {
    if (props.role === 'application') drawn.events = props;
    return children;
  },
}));

const onMark = vi.fn();
/** `percent`: along the diagonal from the top left corner. */
let point: (type: keyof Events, pointerId: number, percent: number) => void;

beforeEach(() => {
  vi.resetAllMocks();
  renderToStaticMarkup(createElement(SubjectPicker, { pictureUrl: '', mark: undefined, onMark, onDone: vi.fn() }));
  const currentTarget = {
    setPointerCapture: () => undefined,
    getBoundingClientRect: () => ({ left: 0, top: 0, width: 100, height: 100 }),
  };
  point = (type, pointerId, percent) =>
    (drawn.events as Events)[type]({
      pointerId,
      pointerType: pointerId === PEN ? 'pen' : 'touch',
      button: 0,
      clientX: percent,
      clientY: percent,
      currentTarget,
    } as unknown as PointerEvent);
});

test('regression: a palm neither takes the box from a pen nor ends it', () => {
  point('onPointerDown', PEN, 10);
  point('onPointerDown', PALM, 90);
  point('onPointerMove', PALM, 91);
  point('onPointerUp', PALM, 91);
  point('onPointerMove', PEN, 50);
  expect(onMark.mock.calls).toEqual([
    [{ kind: 'point', at: { x: 0.1, y: 0.1 } }],
    [{ kind: 'box', from: { x: 0.1, y: 0.1 }, to: { x: 0.5, y: 0.5 } }],
  ]);
});

test('a palm that touches the picture before the pen does not block drawing', () => {
  point('onPointerDown', PALM, 90);
  point('onPointerDown', PEN, 10);
  point('onPointerUp', PALM, 90);
  point('onPointerMove', PEN, 50);
  expect(onMark).toHaveBeenLastCalledWith({ kind: 'box', from: { x: 0.1, y: 0.1 }, to: { x: 0.5, y: 0.5 } });
});

test('regression: lifting a pen stops drawing, and the next one starts a new mark', () => {
  point('onPointerDown', PEN, 10);
  point('onLostPointerCapture', PEN, 10);
  point('onPointerMove', PEN, 50);
  expect(onMark).toHaveBeenCalledOnce();
  point('onPointerDown', PALM, 90);
  expect(onMark).toHaveBeenLastCalledWith({ kind: 'point', at: { x: 0.9, y: 0.9 } });
});
