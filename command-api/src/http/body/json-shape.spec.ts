import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { shapeProblem } from './json-shape.ts';

const problemOf = (text: string): string | undefined => shapeProblem(Buffer.from(text));

test.for<[text: string, problem: RegExp]>([
  [`[${'1,'.repeat(1_000)}1]`, /1000 values/],
  [`{${'"a":1,'.repeat(1_000)}"b":1}`, /1000 values/],
  ['['.repeat(17), /16 levels/],
  ['{"a":'.repeat(17), /16 levels/],
  [`[${'[],'.repeat(600)}1]`, /1000 values/],
])('%s', ([text, problem]) => {
  expect(problemOf(text)).toMatch(problem);
});

test('ignores commas and brackets within texts', () => {
  expect(problemOf(JSON.stringify({ a: ',[{'.repeat(2_000), 'b"[\\': '\\",['.repeat(1_000) }))).toBeUndefined();
});

test('property: any small value passes', () => {
  fc.assert(fc.property(fc.json({ maxDepth: 5 }), (text) => problemOf(text) === undefined));
});
