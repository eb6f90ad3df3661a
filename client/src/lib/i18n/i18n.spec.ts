import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateLanguage, addTexts, i18n } from './i18n.ts';
import type { Language } from '@clearcut/schemas/languages';

const document = { documentElement: { lang: '', dir: '' }, getElementById: () => null };
const location = { origin: 'https://clearcut.example' };
const texts = new Map<string, PromiseWithResolvers<unknown>>();

function delay(language: string): PromiseWithResolvers<unknown> {
  const answer = Promise.withResolvers<unknown>();
  texts.set(language, answer);
  return answer;
}

const show = (language: Language) => activateLanguage(language, async () => undefined);

async function answer(url: string): Promise<Response> {
  const [language = '', file = ''] = url.replace('.json', '').split('/').slice(-2);
  if (file !== 'late') return Response.json({});
  await texts.get(language)?.promise;
  return Response.json({ late: { hello: language } });
}

beforeEach(async () => {
  vi.stubGlobal('document', document);
  vi.stubGlobal('location', location);
  vi.stubGlobal('fetch', answer);
  texts.clear();
  for (const language of ['en', 'es', 'ar']) i18n.removeResourceBundle(language, 'late');
  await addTexts('late');
  await show('en');
});
afterEach(() => vi.unstubAllGlobals());

test('the language chosen last is shown, whichever texts load first', async () => {
  const es = delay('es');
  const chosen = [show('es'), show('ar')];
  await chosen[1];
  es.resolve(undefined);
  await chosen[0];
  expect([i18n.language, document.documentElement]).toEqual(['ar', { lang: 'ar', dir: 'rtl' }]);
});

test("pages use the current language until another one's texts load", async () => {
  delay('es').reject(new TypeError('Failed to fetch'));
  await expect(show('es')).rejects.toThrow('Failed to fetch');
  i18n.removeResourceBundle('en', 'late');
  await addTexts('late');
  expect(i18n.getResource('en', 'late', 'hello')).toBe('en');
});

test('regression: pages use the current language until the texts of two others load', async () => {
  const answers = [delay('es'), delay('ar')];
  const chosen = [show('es'), show('ar')];
  for (const answer of answers) answer.reject(new TypeError('Failed to fetch'));
  expect((await Promise.allSettled(chosen)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  i18n.removeResourceBundle('en', 'late');
  await addTexts('late');
  expect(i18n.getResource('en', 'late', 'hello')).toBe('en');
});

test('a text file that is being fetched is not fetched again', async () => {
  const fetched: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    fetched.push(url);
    return answer(url);
  });
  await Promise.all([show('es'), show('es')]);
  expect(fetched.toSorted()).toEqual([...new Set(fetched)].toSorted());
});
