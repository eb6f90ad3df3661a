import { expect, test } from 'vitest';
import { FIT, fitScale, keptInStage, stageSize, toPicture, toStage, zoomedAt } from './view.ts';

test.each([
  // Large screen: at most 720; wide: 485; narrow: all but 48; never below 280 by 200.
  [{ width: 500, height: 375 }, 1440, 900, { width: 720, height: 540 }],
  [{ width: 500, height: 375 }, 1440, 420, { width: 560, height: 420 }],
  [{ width: 500, height: 375 }, 1200, 900, { width: 485, height: 364 }],
  [{ width: 500, height: 375 }, 769, 900, { width: 485, height: 364 }],
  [{ width: 500, height: 375 }, 768, 900, { width: 720, height: 540 }],
  [{ width: 500, height: 375 }, 768, 400, { width: 720, height: 400 }],
  [{ width: 375, height: 500 }, 390, 300, { width: 342, height: 300 }],
  [{ width: 500, height: 375 }, 390, 900, { width: 342, height: 257 }],
  [{ width: 500, height: 375 }, 300, 900, { width: 280, height: 210 }],
  [{ width: 200, height: 500 }, 1440, 600, { width: 280, height: 600 }],
  [{ width: 500, height: 50 }, 1200, 600, { width: 485, height: 200 }],
])('the stage of %j on a screen of %d with %d px of height', (picture, screenWidth, maxHeight, expected) => {
  expect(stageSize(picture, { screenWidth, maxHeight, pageWidth: 1_000, isFilling: false })).toEqual(expected);
});

test('a large screen with little room on the page keeps the stage within it, but not below the usual size', () => {
  const room = { screenWidth: 1280, maxHeight: 900, isFilling: false };
  expect(stageSize({ width: 500, height: 375 }, { ...room, pageWidth: 560 })).toEqual({ width: 560, height: 420 });
  expect(stageSize({ width: 500, height: 375 }, { ...room, pageWidth: 400 })).toEqual({ width: 485, height: 364 });
});

test('a stage that fills the window uses the available room in the shape of its picture', () => {
  const room = { screenWidth: 1440, maxHeight: 600, pageWidth: 900, isFilling: true };
  expect(stageSize({ width: 500, height: 375 }, room)).toEqual({ width: 800, height: 600 });
  expect(stageSize({ width: 500, height: 250 }, room)).toEqual({ width: 900, height: 450 });
});

const stage = { width: 400, height: 300 };
const picture = { width: 500, height: 375 };

test('zooming keeps the point under the pointer in place', () => {
  const at = { x: 90, y: -40 };
  const before = toPicture(at, FIT, stage, picture);
  const view = zoomedAt(FIT, 3, at);
  const after = toPicture(at, view, stage, picture);
  expect(after.x).toBeCloseTo(before.x);
  expect(after.y).toBeCloseTo(before.y);
  expect(zoomedAt(view, 100, at).zoom).toBe(8);
  expect(zoomedAt(view, 0.001, at).zoom).toBe(1);
});

test('stage and picture map onto each other', () => {
  const view = zoomedAt(FIT, 2.5, { x: 30, y: 20 });
  const place = { x: 123, y: 45 };
  const there = toStage(place, view, stage, picture);
  const back = toPicture(there, view, stage, picture);
  expect(back.x).toBeCloseTo(place.x);
  expect(back.y).toBeCloseTo(place.y);
  expect(toPicture({ x: -200, y: -150 }, FIT, stage, picture)).toEqual({ x: 0, y: 0 });
  expect(fitScale(stage, picture)).toBe(0.8);
});

test('the picture cannot be pushed off the stage', () => {
  expect(keptInStage({ zoom: 1, x: 50, y: -50 }, stage, picture)).toEqual(FIT);
  expect(keptInStage({ zoom: 2, x: 999, y: -999 }, stage, picture)).toEqual({ zoom: 2, x: 200, y: -150 });
});
