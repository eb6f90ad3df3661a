import { expect, test } from 'vitest';
import { pathOfOurs } from './third-party.ts';

const origin = 'https://clearcut.example.com';

test.each(['/', '/app/editor', '/es?x=1#y', '/app/../pricing'])('%s is one of our pages', (path) => {
  expect(pathOfOurs(path, origin)).toBe(path.replace('/app/..', ''));
});

test.each([
  undefined,
  '',
  'app',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/.//evil.example',
  '/a/..//evil.example',
])('%s leads elsewhere and is not followed', (path) => {
  expect(pathOfOurs(path, origin)).toBe('/app/my-images');
});
