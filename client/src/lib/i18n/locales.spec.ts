import { readdirSync, readFileSync } from 'node:fs';
import { errorCatalogue } from '@clearcut/schemas/errors';
import { ALL_BACKGROUNDS, STOCK_BACKGROUNDS } from '@clearcut/schemas/transaction/stock-backgrounds';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LANGUAGE, TRANSLATIONS } from '@clearcut/schemas/languages';

const folder = new URL('../../../locales/', import.meta.url);
/** Of mails and exported files. */
const serverFolder = new URL('../../../../command-api/locales/', import.meta.url);
const PLURAL = /_(zero|one|two|few|many|other)$/;

type Texts = Readonly<Record<string, string>>;

function flatten(value: unknown, path = ''): Texts {
  if (typeof value === 'string') return { [path]: value };
  return Object.assign(
    {},
    ...Object.entries(value as object).map(([key, inner]) => flatten(inner, path ? `${path}.${key}` : key)),
  );
}

const filesOf = (language: string, of = folder) => readdirSync(new URL(`${language}/`, of)).toSorted();
const textsOf = (language: string, file: string, of = folder): Texts =>
  flatten(JSON.parse(readFileSync(new URL(`${language}/${file}`, of), 'utf8')));
const placeholders = (text: string) => (text.match(/\{\{.*?\}\}|<\/?\w+>/g) ?? []).toSorted();
const stem = (key: string) => key.replace(PLURAL, '');

const others = TRANSLATIONS.map(({ code }) => code).filter((code) => code !== DEFAULT_LANGUAGE);

const folders = [
  ['the client', folder],
  ['the server', serverFolder],
] as const;

test.each(folders)('%s has texts in every offered language, and every language with texts is offered', (_, of) => {
  expect(readdirSync(of).toSorted()).toEqual(TRANSLATIONS.map(({ code }) => code).toSorted());
});

describe.each(folders.flatMap(([whose, of]) => others.map((language) => [language, whose, of] as const)))(
  '%s of %s',
  (language, _, of) => {
    test('has the same files as English', () => {
      expect(filesOf(language, of)).toEqual(filesOf(DEFAULT_LANGUAGE, of));
    });

    test.each(filesOf(DEFAULT_LANGUAGE, of))('%s has the same keys, plural forms and placeholders', (file) => {
      const english = textsOf(DEFAULT_LANGUAGE, file, of);
      const texts = textsOf(language, file, of);
      expect(new Set(Object.keys(texts).map(stem))).toEqual(new Set(Object.keys(english).map(stem)));

      const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
      const plurals = new Set(
        Object.keys(english)
          .filter((key) => PLURAL.test(key))
          .map(stem),
      );
      for (const plural of plurals) {
        const forms = Object.keys(texts).filter((key) => PLURAL.test(key) && stem(key) === plural);
        expect(forms.map((key) => key.slice(plural.length + 1)).toSorted(), plural).toEqual(categories);
      }

      for (const [key, text] of Object.entries(texts)) {
        expect(text.trim(), key).not.toBe('');
        if (!PLURAL.test(key)) expect(placeholders(text), key).toEqual(placeholders(english[key] ?? ''));
      }
    });

    test.each(filesOf(DEFAULT_LANGUAGE, of))('%s leaves no sentence in English', (file) => {
      const english = textsOf(DEFAULT_LANGUAGE, file, of);
      const same = Object.entries(textsOf(language, file, of)).filter(
        ([key, text]) => text === english[key] && text.split(' ').length > 3 && !text.startsWith('{{'),
      );
      expect(same).toEqual([]);
    });
  },
);

test.each(TRANSLATIONS.map(({ code }) => code))(
  '%s has words for every error of the catalogue, and no others',
  (language) => {
    const codes = ['errors.json', 'account-errors.json', 'support-errors.json']
      .flatMap((file) => Object.keys(textsOf(language, file)))
      .filter((key) => !key.startsWith('client.'));
    expect(codes.toSorted()).toEqual(Object.keys(errorCatalogue).toSorted());
  },
);

test.each(TRANSLATIONS.map(({ code }) => code))(
  '%s shows no number as it is: `count` chooses the words alone',
  (language) => {
    const raw = filesOf(language).flatMap((file) =>
      Object.entries(textsOf(language, file)).flatMap(([key, text]) =>
        text.includes('{{count}}') ? `${file}: ${key}` : [],
      ),
    );
    expect(raw).toEqual([]);
  },
);

test.each(TRANSLATIONS.map(({ code }) => code))('%s has a name for every stock background and group', (language) => {
  const named = Object.keys(textsOf(language, 'backgrounds.json')).toSorted();
  const groups = new Set(STOCK_BACKGROUNDS.map(({ group }) => `groups.${group}`));
  expect(named).toEqual([...groups, ...ALL_BACKGROUNDS.map((id) => `names.${id}`)].toSorted());
});
