import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18n } from '../../lib/i18n/i18n.ts';
import { showLanguage } from './show-language.ts';

const document = { documentElement: { lang: '', dir: '' }, getElementById: () => null };
let styles: PromiseWithResolvers<object>;

vi.mock('../theme/rtl-cache.ts', () => styles.promise);

beforeEach(async () => {
  vi.stubGlobal('document', document);
  vi.stubGlobal('location', { origin: '' });
  vi.stubGlobal('fetch', async () => Response.json({}));
  styles = Promise.withResolvers();
  await showLanguage('en');
});
afterEach(() => vi.unstubAllGlobals());

test('regression: late styles of one language do not replace those of the language chosen last', async () => {
  const arabic = showLanguage('ar');
  await showLanguage('es');
  styles.resolve({ createRtlCache: () => ({}) });
  await arabic;
  expect([i18n.language, document.documentElement]).toEqual(['es', { lang: 'es', dir: 'ltr' }]);
});
