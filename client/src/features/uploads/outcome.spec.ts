import { expect, test } from 'vitest';
import { cutoutStep, failureOf, outcomeOf } from './outcome.ts';

const step = (id: string) => ({ id });
const original = step('o');

test.each([
  ['PENDING', { original }, 'waiting', undefined],
  ['UPLOADED', { original }, 'incomplete', undefined],
  ['UPLOADED', { original, transformed: step('t') }, 'shown', 't'],
  ['UPLOADED', { original, transformed: step('t'), improved: step('i') }, 'improved', 'i'],
  ['UPLOAD_ERROR', { original }, 'failed', undefined],
] as const)('%s with %j is %s', (status, pipeline, outcome, shown) => {
  expect(outcomeOf({ status, pipeline })).toBe(outcome);
  expect(cutoutStep({ pipeline })?.id).toBe(shown);
});

test('a failed transaction says why, or "Upload error"', () => {
  expect(failureOf({ error: { errorCode: 'subject_not_found', message: 'none' } }).code).toBe('subject_not_found');
  expect(failureOf({ error: null }).code).toBe('upload_error');
});
