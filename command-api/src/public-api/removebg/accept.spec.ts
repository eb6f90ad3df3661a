import { expect, test } from 'vitest';
import { wantsJsonAlone } from './accept.ts';

test.for([
  undefined,
  '',
  '*/*',
  'image/png',
  'image/*',
  'application/json, text/plain, */*',
  'application/json,text/html,application/xhtml+xml,application/xml,text/*;q=0.9, image/*;q=0.8, */*;q=0.7',
  'image/png, application/json',
  'application/json;q=0.9, image/png',
  'application/json, text/plain',
  'application/json;q=0',
  'application/problem+json',
])('Accept %s gets bytes', (accept) => {
  expect(wantsJsonAlone(accept)).toBe(false);
});

test.for([
  'application/json',
  'Application/JSON; charset=utf-8',
  ' application/json ',
  'application/json;q=0.5',
  'application/json, image/png;q=0',
])('Accept %s gets JSON', (accept) => {
  expect(wantsJsonAlone(accept)).toBe(true);
});
