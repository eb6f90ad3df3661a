import { expect, test } from 'vitest';
import { choiceOf, markAfterKey, markOf, type Mark } from './mark.ts';

const picture = { width: 1000, height: 500 };
const shown = { width: 500, height: 250 };

test('a press that hardly moves is a click, a longer one draws a box', () => {
  expect(markOf({ x: 0.5, y: 0.5 }, { x: 0.505, y: 0.51 }, shown)).toEqual({
    kind: 'point',
    at: { x: 0.505, y: 0.51 },
  });
  expect(markOf({ x: 0.5, y: 0.5 }, { x: 0.1, y: 0.2 }, shown)).toMatchObject({ kind: 'box' });
});

test('a point is a pixel of the original, even at its very edge', () => {
  expect(choiceOf({ kind: 'point', at: { x: 0.25, y: 0.5 } }, picture)).toEqual({ point: [250, 250] });
  expect(choiceOf({ kind: 'point', at: { x: 1, y: 1 } }, picture)).toEqual({ point: [999, 499] });
});

test('a box is the same whichever corner it was drawn from', () => {
  const a = { x: 0.1, y: 0.2 };
  const b = { x: 0.6, y: 0.8 };
  const box = { roi: [100, 100, 600, 400] };
  expect(choiceOf({ kind: 'box', from: a, to: b }, picture)).toEqual(box);
  expect(choiceOf({ kind: 'box', from: b, to: a }, picture)).toEqual(box);
  expect(choiceOf({ kind: 'box', from: { x: b.x, y: a.y }, to: { x: a.x, y: b.y } }, picture)).toEqual(box);
});

test('a box that is too thin is widened within the picture', () => {
  expect(choiceOf({ kind: 'box', from: { x: 0, y: 0 }, to: { x: 0.5, y: 0.002 } }, picture)).toEqual({
    roi: [0, 0, 500, 16],
  });
  expect(choiceOf({ kind: 'box', from: { x: 1, y: 0 }, to: { x: 0.998, y: 1 } }, picture)).toEqual({
    roi: [984, 0, 1000, 500],
  });
});

test('keys start in the middle, move the mark, and draw a box with Shift', () => {
  const first = markAfterKey(undefined, 'ArrowLeft', false);
  expect(first).toEqual({ kind: 'point', at: { x: 0.5, y: 0.5 } });
  const moved = markAfterKey(first, 'ArrowLeft', false) as Extract<Mark, { kind: 'point' }>;
  expect(moved.at.x).toBeCloseTo(0.48);
  const box = markAfterKey(moved, 'ArrowDown', true) as Extract<Mark, { kind: 'box' }>;
  expect(box.from.x).toBeLessThan(moved.at.x);
  expect(box.to.x).toBeGreaterThan(moved.at.x);
  expect(box.to.y - moved.at.y).toBeGreaterThan(moved.at.y - box.from.y);
  expect(markAfterKey(first, 'Tab', false)).toBeUndefined();
});
