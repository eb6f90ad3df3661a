import { LANGUAGES } from '@clearcut/schemas/constants';
import { errorCatalogue } from '@clearcut/schemas/errors';
import { isTranslated, TRANSLATIONS } from '@clearcut/schemas/languages';
import { ALL_BACKGROUNDS, STOCK_BACKGROUNDS } from '@clearcut/schemas/transaction/stock-backgrounds';
import { describe, expect, test } from 'vitest';
import { wrongLetters } from './letters.ts';
import { problemsOf } from './problems.ts';
import { type Folder, languagesWithTexts, textsOf } from './texts.ts';

test.each<Folder>(['client', 'server'])('texts of the %s are of languages that we know', (folder) => {
  expect(languagesWithTexts(folder).filter((code) => !LANGUAGES.some((known) => known === code))).toEqual([]);
});

test.each(TRANSLATIONS.map(({ code }) => code))('%s, which is offered, is complete', (language) => {
  expect(problemsOf(language)).toEqual([]);
});

test('a language whose texts are complete is offered', () => {
  const drafts = LANGUAGES.filter((code) => !isTranslated(code) && languagesWithTexts('client').includes(code));
  expect(drafts.filter((code) => problemsOf(code).length === 0)).toEqual([]);
});

describe.each(TRANSLATIONS.map(({ code }) => code))('%s has words', (language) => {
  test('for every error of the catalogue, and no others', () => {
    const codes = ['errors.json', 'account-errors.json', 'support-errors.json']
      .flatMap((file) => Object.keys(textsOf('client', language, file)))
      .filter((key) => !key.startsWith('client.'));
    expect(codes.toSorted()).toEqual(Object.keys(errorCatalogue).toSorted());
  });

  test('for every stock background and group', () => {
    const named = Object.keys(textsOf('client', language, 'backgrounds.json')).toSorted();
    const groups = new Set(STOCK_BACKGROUNDS.map(({ group }) => `groups.${group}`));
    expect(named).toEqual([...groups, ...ALL_BACKGROUNDS.map((id) => `names.${id}`)].toSorted());
  });
});

test.each([
  ['ru', 'Удалить фон PNG', undefined],
  ['ru', 'Удалить фoн', '"фoн" mixes letters of two scripts'],
  ['ru', 'Видалити фон і', '"і" is no letter of this language'],
  ['cs', 'Usuń tło', '"ń" is no letter of this language'],
  ['el', 'Удалить', '"У" is of another script'],
  ['ja', 'Remove the background now', 'is in Latin letters'],
  ['tr', 'İndir', undefined],
] as const)('in %s the letters of "%s": %s', (language, text, problem) => {
  expect(wrongLetters(language, text)).toBe(problem);
});
