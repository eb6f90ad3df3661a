import { expect, test } from 'vitest';
import { errorText } from './error-text.ts';

const everything = {
  message: 'message',
  error: 'error',
  detail: 'detail',
  non_field_errors: ['first of many', 'second'],
  validation_errors: { url: 'validation' },
  url: ['field'],
};

test.each([
  [[], 'message'],
  [['message'], 'error'],
  [['message', 'error'], 'detail'],
  [['message', 'error', 'detail'], 'first of many'],
  [['message', 'error', 'detail', 'non_field_errors'], 'validation'],
  [['message', 'error', 'detail', 'non_field_errors', 'validation_errors'], 'field'],
  [Object.keys(everything), 'Bad Gateway'],
])('without %j the text is %j', (absent, expected) => {
  const body = Object.fromEntries(Object.entries(everything).filter(([field]) => !absent.includes(field)));
  expect(errorText(body, 'Bad Gateway')).toBe(expected);
});

test.each([null, 'html', 7, [], { message: '  ', uuid: 'a', errorCode: 'b' }])('%j carries no text', (body) => {
  expect(errorText(body, 'Gone')).toBe('Gone');
  expect(errorText(body, '')).toBeUndefined();
});
