import { expect, test } from 'vitest';
import '../../models/no-telemetry.ts';
import { stretch } from '../../planes/alpha.ts';
import { Workspace } from '../../memory/workspace.ts';
import { guidedCoefficients as inJavaScript } from '../closed-form/guided-filter.ts';
import { guidedCoefficients, guidedFilter } from './guided-filter.ts';

const WIDTH = 90;
const [RADIUS, EPSILON] = [4, 1e-4];

function scene(first: number, height: number) {
  const data = new Uint8Array(WIDTH * height * 3);
  const alpha = new Float32Array(WIDTH * height);
  for (let i = 0; i < alpha.length; i++) {
    const [x, y] = [i % WIDTH, first + Math.floor(i / WIDTH)];
    for (let c = 0; c < 3; c++) data[i * 3 + c] = 128 + 90 * Math.sin(x * (0.2 + c * 0.13) + y * 0.17 + x * y * 0.002);
    alpha[i] = Math.min(1, Math.max(0, (60 - Math.hypot(x - 45, y - 140)) / 12 + 0.5));
  }
  return { guide: { data, width: WIDTH, height, channels: 3 as const }, alpha };
}

test('matches the filter in JavaScript', async () => {
  const { guide, alpha } = scene(0, 240);
  const filtered = await guidedFilter(guide, alpha, RADIUS, EPSILON, new Workspace());
  const coefficients = await guidedCoefficients(guide, alpha, RADIUS, EPSILON, new Workspace());
  const expected = inJavaScript(guide, alpha, RADIUS, EPSILON);
  for (let i = 0; i < alpha.length; i++) {
    let sum = expected.constant[i]!;
    for (const [c, plane] of [expected.red, expected.green, expected.blue].entries()) {
      sum += plane[i]! * (guide.data[i * 3 + c]! / 255);
    }
    expect(filtered[i]).toBeCloseTo(stretch(sum), 2);
    expect(coefficients.red[i]).toBeCloseTo(expected.red[i]!, 1);
  }
});

test('no value depends on where a strip begins', async () => {
  const cut = 23;
  const [whole, part] = [scene(0, 260), scene(cut, 260 - cut)];
  const from = 2 * RADIUS * WIDTH;
  const filtered = await guidedFilter(part.guide, part.alpha, RADIUS, EPSILON, new Workspace());
  expect(filtered.subarray(from)).toEqual(
    (await guidedFilter(whole.guide, whole.alpha, RADIUS, EPSILON, new Workspace())).subarray(cut * WIDTH + from),
  );
  const { constant } = await guidedCoefficients(part.guide, part.alpha, RADIUS, EPSILON, new Workspace());
  expect(constant.subarray(from)).toEqual(
    (await guidedCoefficients(whole.guide, whole.alpha, RADIUS, EPSILON, new Workspace())).constant.subarray(
      cut * WIDTH + from,
    ),
  );
});

test('filters pictures of ever-changing sizes like the first one', async () => {
  const { guide, alpha } = scene(0, 100);
  const first = await guidedFilter(guide, alpha, 1, EPSILON, new Workspace());
  for (const radius of [2, 3, 4, 5, 6]) await guidedFilter(guide, alpha, radius, EPSILON, new Workspace());
  expect(await guidedFilter(guide, alpha, 1, EPSILON, new Workspace())).toEqual(first);
});
