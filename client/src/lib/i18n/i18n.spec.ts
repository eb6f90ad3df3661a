import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateLanguage, addTextFiles, addTexts, i18n } from './i18n.ts';
import type { Language } from '@clearcut/schemas/languages';

const document = { documentElement: { lang: '', dir: '' } };
/** Lets the texts of a language come, or fail. */
const texts = new Map<string, PromiseWithResolvers<unknown>>();

function delay(language: string): PromiseWithResolvers<unknown> {
  const answer = Promise.withResolvers<unknown>();
  texts.set(language, answer);
  return answer;
}

const show = (language: Language) => activateLanguage(language, async () => undefined);

beforeEach(async () => {
  vi.stubGlobal('document', document);
  texts.clear();
  const load = (language: string) => async () =>
    (await texts.get(language)?.promise) ?? { default: { hello: language } };
  for (const language of ['en', 'es', 'ar']) {
    addTextFiles({ [`locales/${language}/late.json`]: load(language) });
    i18n.removeResourceBundle(language, 'late');
  }
  await addTexts('late');
  await show('en');
});
afterEach(() => vi.unstubAllGlobals());

test('of two languages chosen one after the other the last is shown, whichever texts come first', async () => {
  const es = delay('es');
  const chosen = [show('es'), show('ar')];
  await chosen[1];
  es.resolve(undefined);
  await chosen[0];
  expect([i18n.language, document.documentElement]).toEqual(['ar', { lang: 'ar', dir: 'rtl' }]);
});

test('while the texts of another language do not come, pages get theirs in the one that is shown', async () => {
  delay('es').reject(new TypeError('Failed to fetch'));
  await expect(show('es')).rejects.toThrow('Failed to fetch');
  i18n.removeResourceBundle('en', 'late');
  await addTexts('late');
  expect(i18n.getResource('en', 'late', 'hello')).toBe('en');
});

test('regression: while the texts of two other languages do not come, pages get theirs in the one that is shown', async () => {
  const answers = [delay('es'), delay('ar')];
  const chosen = [show('es'), show('ar')];
  for (const answer of answers) answer.reject(new TypeError('Failed to fetch'));
  expect((await Promise.allSettled(chosen)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  i18n.removeResourceBundle('en', 'late');
  await addTexts('late');
  expect(i18n.getResource('en', 'late', 'hello')).toBe('en');
});
