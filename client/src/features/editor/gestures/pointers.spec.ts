import type { Point } from '@clearcut/scene/geometry';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listenToPointers } from './pointers.ts';

beforeEach(() => vi.stubGlobal('Element', class extends EventTarget {}));
afterEach(() => vi.unstubAllGlobals());

const pointer = (type: string, x: number, changed: object) => {
  const touch = { pointerId: 1, pointerType: 'touch', button: 0, buttons: 1, clientX: x, clientY: 0, timeStamp: 0 };
  // `timeStamp` cannot be assigned.
  return Object.defineProperties(new Event(type), Object.getOwnPropertyDescriptors({ ...touch, ...changed }));
};

test.each([
  [
    'that reports every position between two events',
    { getCoalescedEvents: () => [1, 2].map((clientX) => ({ clientX, clientY: 0 })) },
    [1, 2],
  ],
  ['that reports none of them', { getCoalescedEvents: () => [] }, [2]],
  // Safari before 18.2
  ['that cannot report them', {}, [2]],
])('a brush is moved by a browser %s', (_which, coalesced, expected) => {
  const places: Point[] = [];
  const stage = Object.assign(new EventTarget(), {
    getBoundingClientRect: () => ({ left: 0, top: 0, width: 0, height: 0 }),
    setPointerCapture: () => undefined,
  });
  listenToPointers(stage as unknown as HTMLElement, {
    begin: () => true,
    move: (points) => places.push(...points),
    end: () => undefined,
    cancel: () => undefined,
    hover: () => undefined,
    pan: () => undefined,
    zoom: () => undefined,
    isPanning: () => false,
  });
  stage.dispatchEvent(pointer('pointerdown', 0, {}));
  stage.dispatchEvent(pointer('pointermove', 2, coalesced));
  expect(places.map(({ x }) => x)).toEqual(expected);
});

/** The stage with several pointers, recording the gestures. */
function stageOf() {
  const done: string[] = [];
  const stage = Object.assign(new EventTarget(), {
    getBoundingClientRect: () => ({ left: 0, top: 0, width: 0, height: 0 }),
    setPointerCapture: () => undefined,
  });
  listenToPointers(stage as unknown as HTMLElement, {
    begin: () => done.push('begin') > 0,
    move: () => done.push('move'),
    end: () => done.push('end'),
    cancel: () => done.push('cancel'),
    hover: () => undefined,
    pan: () => done.push('pan'),
    zoom: () => done.push('zoom'),
    isPanning: () => false,
  });
  const send = (type: string, pointerType: string, pointerId: number, pressed: object = {}) =>
    stage.dispatchEvent(pointer(type, pointerId, { pointerType, pointerId, ...pressed }));
  return { send, done };
}

test('regression: a mouse released over another window kept painting', () => {
  const { send, done } = stageOf();
  send('pointerdown', 'mouse', 1);
  send('pointermove', 'mouse', 1);
  send('pointermove', 'mouse', 1, { buttons: 0 });
  send('pointermove', 'mouse', 1, { buttons: 0 });
  expect(done).toEqual(['begin', 'move', 'end']);
});

test('a hand resting beside the pen does not take over the stroke', () => {
  const { send, done } = stageOf();
  send('pointerdown', 'pen', 1);
  send('pointerdown', 'touch', 2);
  send('pointermove', 'touch', 2);
  send('pointermove', 'pen', 1);
  send('pointerup', 'touch', 2);
  send('pointerup', 'pen', 1);
  expect(done).toEqual(['begin', 'move', 'end']);
});

test('a pen draws while a hand is already resting', () => {
  const { send, done } = stageOf();
  send('pointerdown', 'touch', 2);
  send('pointerdown', 'pen', 1);
  send('pointermove', 'touch', 2);
  send('pointermove', 'pen', 1);
  send('pointerup', 'touch', 2);
  send('pointerup', 'pen', 1);
  expect(done).toEqual(['begin', 'cancel', 'begin', 'move', 'end']);
});

test('two fingers pan and zoom the picture', () => {
  const { send, done } = stageOf();
  send('pointerdown', 'touch', 1);
  send('pointerdown', 'touch', 2);
  send('pointermove', 'touch', 2);
  send('pointerup', 'touch', 1);
  send('pointerup', 'touch', 2);
  expect(done).toEqual(['begin', 'cancel', 'pan', 'zoom']);
});

/** A second finger lands `timeStamp` milliseconds after the first, which has moved by `x`. @returns the gestures */
function second(x: number, timeStamp: number): string {
  const { send, done } = stageOf();
  send('pointerdown', 'touch', 1, { clientX: 0 });
  send('pointermove', 'touch', 1, { timeStamp, clientX: x });
  send('pointerdown', 'touch', 2, { timeStamp });
  send('pointermove', 'touch', 2, { timeStamp, clientX: 90 });
  send('pointermove', 'touch', 1, { timeStamp, clientX: x + 1 });
  send('pointerup', 'touch', 2);
  send('pointerup', 'touch', 1);
  return done.join(' ');
}

describe('a second finger', () => {
  test('regression: a palm or a slip discarded a long stroke', () => {
    expect(second(100, 900)).toBe('begin move move end');
  });

  test.each([
    ['that follows at once', 100, 60],
    ['beside one that held still', 5, 900],
  ])('%s pinches', (_which, x, timeStamp) => {
    expect(second(x, timeStamp)).toBe('begin move cancel pan zoom pan zoom');
  });
});
