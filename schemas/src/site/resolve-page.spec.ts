import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { TRANSLATIONS } from '../languages.ts';
import { PUBLIC_PAGES, type PublicPath } from './pages.ts';
import { localPath, pickLanguage, preferredAddress, resolvePage, splitPath } from './resolve-page.ts';

const answerOf = (pathname: string): string => {
  const resolved = resolvePage(pathname);
  switch (resolved.kind) {
    case 'page':
      return `${resolved.page} ${resolved.language} ${resolved.canonical}`;
    case 'moved':
      return `301 ${resolved.to}`;
    case 'notFound':
      return `404 ${resolved.language}`;
    case 'unlisted':
      return 'unlisted';
  }
};

test.for([
  ['/', 'home en /'],
  ['/upload', 'upload en /upload'],
  ['/es', 'home es /es'],
  ['/es/upload', 'upload es /es/upload'],
  ['/ar/change-password/abc', 'changePassword ar /ar/change-password/abc'],
  // The default language's prefix works, but is not canonical.
  ['/en/upload', 'upload en /upload'],
  ['/en', 'home en /'],
  ['/upload/', '301 /upload'],
  ['/es/', '301 /es'],
  ['/es/upload/', '301 /es/upload'],
  ['/es-mx/upload', '301 /es/upload'],
  ['/ES/upload', '301 /es/upload'],
  ['/es-MX', '301 /es'],
  ['/en-GB/upload/', '301 /en/upload'],
  ['/docs', 'docs en /docs'],
  ['/es/docs/', '301 /es/docs'],
  ['/es/docs/move', 'move es /es/docs/move'],
  ['/xx/upload', '404 en'],
  ['/vi-vn/upload', '404 en'],
  ['/es/nowhere', '404 es'],
  ['/es-mx/nowhere', '404 en'],
  ['/nowhere', '404 en'],
  ['/essay', '404 en'],
  ['/change-password', '404 en'],
  ['//', '301 /'],
  ['//evil.example', '404 en'],
  ['/es//evil.example/', '404 es'],
  ['/auth/magic-link', 'unlisted'],
  ['/es/auth/magic-link', '404 es'],
  ['/auth/other', '404 en'],
  ['/app', 'unlisted'],
  ['/app/my-images', 'unlisted'],
  ['/es/app/my-images', '404 es'],
  ['/dev/mailbox', '404 en'],
  ['/application', '404 en'],
] as const)('%s is %s', ([pathname, answer]) => {
  expect(answerOf(pathname)).toBe(answer);
});

test("every page's address in every language leads to that page, and is the canonical one", () => {
  for (const [page, { path }] of Object.entries(PUBLIC_PAGES)) {
    for (const { code } of TRANSLATIONS) {
      const address = localPath(code, path.replace(':token', 'abc') as PublicPath);
      expect(answerOf(address)).toBe(`${page} ${code} ${address}`);
    }
  }
});

test('a redirect leads to one of our pages, never to another redirect or host', () => {
  const segment = constantFrom('', 'en', 'es', 'ES', 'es-mx', 'upload', 'app', 'evil.example', '..', '%2f');
  assert(
    property(array(segment, { maxLength: 5 }), (segments) => {
      const resolved = resolvePage(`/${segments.join('/')}`);
      if (resolved.kind !== 'moved') return;
      expect(resolved.to).toMatch(/^\/(?!\/)/);
      expect(resolvePage(resolved.to).kind).toBe('page');
    }),
  );
});

const leads = (pathname: string, language: 'en' | 'es' | 'ar') => preferredAddress(resolvePage(pathname), language);

test('leaves only an address that names no language for the preferred one', () => {
  expect(leads('/', 'es')).toBe('/es');
  expect(leads('/upload', 'ar')).toBe('/ar/upload');
  expect(leads('/change-password/abc', 'es')).toBe('/es/change-password/abc');
  for (const [pathname, language] of [
    ['/', 'en'],
    ['/en', 'es'],
    ['/ar/upload', 'es'],
    ['/nothing', 'es'],
    ['/auth/magic-link', 'es'],
    ['/app/dashboard', 'es'],
  ] as const) {
    expect(leads(pathname, language), pathname).toBeUndefined();
  }
});

test('matches a wanted language by its main part, in order', () => {
  expect(pickLanguage(['es-MX', 'en'])).toBe('es');
  expect(pickLanguage(['xx', 'ar-EG'])).toBe('ar');
  expect(pickLanguage(['xx'])).toBe('en');
  expect(pickLanguage([])).toBe('en');
});

test('splits an address into its language and its page', () => {
  expect(splitPath('/es/')).toEqual({ language: 'es', path: '/' });
  expect(splitPath('/en/upload')).toEqual({ language: 'en', path: '/upload' });
  expect(splitPath('/essay')).toEqual({ language: undefined, path: '/essay' });
});
