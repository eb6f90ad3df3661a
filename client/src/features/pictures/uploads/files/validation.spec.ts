import { MAX_UPLOAD_BYTES } from '@clearcut/schemas/constants';
import { expect, test, vi } from 'vitest';
import { rejectionOf, urlProblem } from './validation.ts';

const file = (name: string, type: string, size = 10) => ({ name, type, size });

test.each([
  ['a.png', 'image/png'],
  ['a.jpg', 'image/jpeg'],
  ['a.webp', 'image/webp'],
  ['A.JPEG', ''],
])('accepts %s of type %j', (name, type) => {
  expect(rejectionOf(file(name, type))).toBeUndefined();
});

test.each([
  ['a.gif', 'image/gif'],
  ['a.svg', 'image/svg+xml'],
  ['a.png', 'text/plain'],
  ['a', ''],
])('does not accept %s of type %j', (name, type) => {
  expect(rejectionOf(file(name, type))?.code).toBe('file-invalid-type');
});

test.each([
  ['a.heic', '', 'HEIC'],
  ['a.HEIF', '', 'HEIC'],
  ['a', 'image/heic', 'HEIC'],
  ['a.avif', 'image/avif', 'AVIF'],
  ['a.gif', 'image/gif', 'GIF'],
  ['a.gif', 'text/plain', undefined],
  ['a.txt', '', undefined],
])('%s of type %j is refused as %s', (name, type, kind) => {
  expect(rejectionOf(file(name, type))?.kind).toBe(kind);
});

test('25 MB is the limit', () => {
  expect(rejectionOf(file('a.png', 'image/png', MAX_UPLOAD_BYTES))).toBeUndefined();
  expect(rejectionOf(file('a.png', 'image/png', MAX_UPLOAD_BYTES + 1))?.code).toBe('file-too-large');
});

test.each([
  ['', 'required'],
  ['   ', 'required'],
  ['cat', 'invalid'],
  ['ftp://example.com/cat.png', 'invalid'],
  ['javascript:alert(1)', 'invalid'],
  ['https://example.com/a b.png', 'invalid'],
  ['https://', 'invalid'],
  [' https://example.com/cat.png ', undefined],
  ['http://example.com/?id=7', undefined],
  ['HTTPS://example.com/cat.png', undefined],
])('%j as an address is %s', (text, problem) => {
  expect(urlProblem(text)).toBe(problem);
});

test('a browser without URL.parse judges addresses too', () => {
  const parse = vi.spyOn(URL, 'parse').mockImplementation(() => {
    throw new TypeError('URL.parse is not a function');
  });
  expect(urlProblem('https://example.com/cat.png')).toBeUndefined();
  parse.mockRestore();
});
