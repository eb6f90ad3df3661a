import { expect, test } from 'vitest';
import { failureOf, outcomeOf } from './outcome.ts';

const step = (id: string) => ({ id });
const original = step('o');

test.each([
  ['PENDING', { original }, 'waiting'],
  ['UPLOADED', { original }, 'incomplete'],
  ['UPLOADED', { original, transformed: step('t') }, 'shown'],
  ['UPLOADED', { original, transformed: step('t'), improved: step('i') }, 'improved'],
  ['UPLOAD_ERROR', { original }, 'failed'],
] as const)('%s with %j is %s', (status, pipeline, outcome) => {
  expect(outcomeOf({ status, pipeline })).toBe(outcome);
});

test('a failed transaction gives its reason, or "Upload error"', () => {
  expect(failureOf({ error: { errorCode: 'subject_not_found', message: 'none' } }).code).toBe('subject_not_found');
  expect(failureOf({ error: null }).code).toBe('upload_error');
});
