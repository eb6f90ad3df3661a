import { expect, test } from 'vitest';
import { languageOf, pickLanguage } from './languages.ts';
import { localPath, preferredAddress, splitPath } from './paths.ts';

test('the default language has no prefix', () => {
  expect(localPath('en', '/')).toBe('/');
  expect(localPath('en', '/upload')).toBe('/upload');
  expect(localPath('es', '/')).toBe('/es');
  expect(localPath('ar', '/upload')).toBe('/ar/upload');
});

test.each([
  ['/', undefined, '/'],
  ['/es', 'es', '/'],
  ['/es/', 'es', '/'],
  ['/en/upload', 'en', '/upload'],
  ['/upload/', undefined, '/upload'],
  ['/pt/upload', undefined, '/pt/upload'],
  ['/essay', undefined, '/essay'],
])('%s is language %s, page %s', (address, language, path) => {
  expect(splitPath(address)).toEqual({ language, path });
});

test('only an address without a language, of a page that exists, is moved to the preferred language', () => {
  expect(preferredAddress('/', 'es')).toBe('/es');
  expect(preferredAddress('/upload', 'ar')).toBe('/ar/upload');
  expect(preferredAddress('/', 'en')).toBeUndefined();
  expect(preferredAddress('/en', 'es')).toBeUndefined();
  expect(preferredAddress('/nothing', 'es')).toBeUndefined();
  expect(preferredAddress('/change-password/abc', 'es')).toBe('/es/change-password/abc');
  expect(preferredAddress('/change-password', 'es')).toBeUndefined();
  expect(preferredAddress('/auth/magic-link', 'es')).toBeUndefined();
  expect(preferredAddress('/app/dashboard', 'es')).toBeUndefined();
});

test('the browser language is matched by its main part, in order', () => {
  expect(pickLanguage(['es-MX', 'en'])).toBe('es');
  expect(pickLanguage(['pt-BR', 'ar-EG'])).toBe('ar');
  expect(pickLanguage(['pt'])).toBe('en');
  expect(pickLanguage([])).toBe('en');
});

test('Norwegian has one name, whichever a browser gives it', () => {
  expect(['no', 'NO', 'no-NO', 'nb-NO', 'es-419'].map(languageOf)).toEqual(['nb', 'nb', 'nb', 'nb', 'es']);
});
