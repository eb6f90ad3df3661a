import { outputOf } from '@clearcut/scene/geometry';
import { DEFAULT_SETTINGS } from '@clearcut/schemas/transaction/scene/constants';
import { createElement, type PointerEvent, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import type { EditedPicture } from '../../picture/edited-picture.ts';
import { Handles } from './Overlay.tsx';

type Events = Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp', (event: PointerEvent) => void>;

const SIZE = { width: 100, height: 100 };
const handles = vi.hoisted(() => [] as unknown[]);
vi.mock('@mui/material/Box', () => ({
  default: ({ children, ...props }: { children?: ReactNode; 'data-handle'?: string }) => {
    if (props['data-handle'] !== undefined) handles.push(props);
    return children;
  },
}));
vi.mock('../../picture/usePicture.ts', () => ({
  usePicture: () => ({ settings: DEFAULT_SETTINGS, view: SIZE, version: { masks: [] }, inputs: undefined }),
}));
vi.mock('../../../../lib/useStore.ts', () => ({ useStore: () => ({ x: undefined, y: undefined }) }));
vi.mock('../../state/useTools.ts', () => ({ useTools: () => ({ view: { zoom: 1, x: 0, y: 0 } }) }));

const picture = { cutOut: undefined, adjust: vi.fn(), commit: vi.fn() };
let corner: (type: keyof Events, change?: Partial<PointerEvent>) => void;
let other: typeof corner;

beforeEach(() => {
  handles.length = 0;
  vi.resetAllMocks();
  const output = outputOf(DEFAULT_SETTINGS.position, SIZE, 1);
  renderToStaticMarkup(createElement(Handles, { picture: picture as unknown as EditedPicture, output, stage: SIZE }));
  const stage = { getBoundingClientRect: () => ({ left: 0, top: 0, ...SIZE }) };
  const currentTarget = { setPointerCapture: () => undefined, closest: () => stage };
  [corner, other] = (handles as Events[]).map(
    (events): typeof corner =>
      (type, change) =>
        events[type]({ pointerId: 1, button: 0, clientX: 0, clientY: 0, currentTarget, ...change } as PointerEvent),
  ) as [typeof corner, typeof corner];
});

test('dragging a corner makes one edit', () => {
  corner('onPointerDown');
  corner('onPointerMove', { clientX: 25, clientY: 25 });
  expect(picture.adjust).toHaveBeenCalledWith({ position: expect.objectContaining({ scale: 0.5 }) });
  corner('onPointerUp');
  expect(picture.commit).toHaveBeenCalledOnce();
});

test('the right button moves nothing, even when a menu receives its release', () => {
  corner('onPointerDown', { button: 2 });
  corner('onPointerMove', { clientX: 25, clientY: 25 });
  expect(picture.adjust).not.toHaveBeenCalled();
});

test('a second finger on another corner has no effect', () => {
  corner('onPointerDown');
  other('onPointerDown', { pointerId: 2, clientX: 100 });
  other('onPointerMove', { pointerId: 2, clientX: 75, clientY: 25 });
  other('onPointerUp', { pointerId: 2 });
  expect([picture.adjust.mock.calls, picture.commit.mock.calls]).toEqual([[], []]);
  corner('onPointerMove', { clientX: 25, clientY: 25 });
  expect(picture.adjust).toHaveBeenCalledWith({ position: expect.objectContaining({ scale: 0.5 }) });
});
