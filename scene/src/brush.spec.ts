import { expect, test } from 'vitest';
import { MAX_MASK_PIXELS } from '@clearcut/schemas/constants';
import { maskSize, paintSegment, rasterise, strokeBox } from './brush.ts';
import { createMask } from './raster.ts';

const frame = { width: 4000, height: 3000 };
const hard = { size: 40, hardness: 1 };

test('a hard brush covers a disc and has round ends', () => {
  const stroke = {
    brush: hard,
    points: [
      { x: 100, y: 100 },
      { x: 160, y: 100 },
    ],
  };
  const box = strokeBox(stroke, frame)!;
  expect(box).toEqual({ x: 79, y: 79, width: 102, height: 42 });
  const mask = rasterise(stroke, box, box);
  const area = mask.data.reduce((sum, value) => sum + value / 255, 0);
  expect(area).toBeCloseTo(Math.PI * 400 + 60 * 40, -1);
  expect([mask.data[0], mask.data[21 * 102 + 51]]).toEqual([0, 255]);
});

test('a soft brush falls from its middle to nothing at its radius, and a stroke is no darker where it turns', () => {
  const soft = { size: 40, hardness: 0 };
  const box = { x: 0, y: 0, width: 60, height: 40 };
  const once = rasterise(
    {
      brush: soft,
      points: [
        { x: 20, y: 20 },
        { x: 40, y: 20 },
      ],
    },
    box,
    box,
  );
  const row = [...once.data.subarray(20 * 60, 20 * 60 + 21)];
  expect(row).toEqual(row.toSorted((a, b) => a - b));
  const twice = rasterise(
    {
      brush: soft,
      points: [
        { x: 20, y: 20 },
        { x: 40, y: 20 },
        { x: 20, y: 20 },
      ],
    },
    box,
    box,
  );
  expect(twice.data).toEqual(once.data);
});

test('a stroke painted move by move equals the stroke painted at once, and each move says what it touched', () => {
  const points = [
    { x: 30, y: 20 },
    { x: 55, y: 48 },
    { x: 20, y: 70 },
  ];
  const box = { x: 0, y: 0, width: 90, height: 90 };
  const mask = createMask({ width: 45, height: 45 });
  points.forEach((point, i) => {
    const before = mask.data.slice();
    const touched = paintSegment(mask, box, hard, points[Math.max(0, i - 1)]!, point);
    mask.data.forEach((value, at) => {
      const [x, y] = [at % 45, Math.floor(at / 45)];
      const isTouched =
        x >= touched.x && y >= touched.y && x < touched.x + touched.width && y < touched.y + touched.height;
      if (!isTouched) expect(value).toBe(before[at]);
    });
  });
  expect(mask.data).toEqual(rasterise({ brush: hard, points }, box, { width: 45, height: 45 }).data);
});

test('a stroke beside the picture is none, and a mask is never too large to be sent', () => {
  expect(strokeBox({ brush: hard, points: [{ x: -100, y: 20 }] }, frame)).toBeNull();
  expect(strokeBox({ brush: hard, points: [] }, frame)).toBeNull();
  const { width, height } = maskSize(frame);
  expect(width * height).toBeLessThanOrEqual(MAX_MASK_PIXELS);
  expect(width / height).toBeCloseTo(4 / 3, 2);
});
