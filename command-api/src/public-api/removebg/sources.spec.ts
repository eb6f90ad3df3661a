import { expect, test } from 'vitest';
import { parseRoi } from './lengths.ts';
import { subjectOf } from './sources.ts';

const chosen = (roi: string, width: number, height: number) =>
  subjectOf(parseRoi(roi), { width, height } as Parameters<typeof subjectOf>[1]);

test('a region is a box in pixels', () => {
  expect(chosen('50% 0 1200px 100%', 1200, 900)).toEqual({ kind: 'box', x: 600, y: 0, width: 600, height: 900 });
});

test.for([
  ['0% 0% 100% 100%', 1200, 900],
  ['0 0 1200px 900px', 1200, 900],
  ['0% 0% 100% 100%', 12, 12],
] as const)('regression: the whole picture, %s of %i x %i, chooses nothing', ([roi, width, height]) => {
  expect(chosen(roi, width, height)).toEqual({ kind: 'auto' });
});

test.for([
  ['0 0 10 10', 'invalid_roi'],
  ['0 0 10 900', 'invalid_roi'],
  ['5 5 5 50', 'roi_region_empty'],
  ['0 0 1201 900', 'roi_exceeds_bounds'],
] as const)('regression: %s is refused for what is wrong with it', ([roi, code]) => {
  expect(() => chosen(roi, 1200, 900)).toThrow(expect.objectContaining({ parameterCode: code }));
});
