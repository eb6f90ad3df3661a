import { LANGUAGES } from '@clearcut/schemas/constants';
import { errorCatalogue } from '@clearcut/schemas/errors';
import { isTranslated, TRANSLATIONS } from '@clearcut/schemas/languages';
import { ALL_BACKGROUNDS, STOCK_BACKGROUNDS } from '@clearcut/schemas/transaction/stock-backgrounds';
import { describe, expect, test } from 'vitest';
import { wrongLetters } from './letters.ts';
import { notIsolated, wrongMarks } from './marks.ts';
import { countsInOneForm, problemsOf } from './problems.ts';
import { changedBetween } from './sources.ts';
import { type Folder, languagesWithTexts, textsOf } from './texts.ts';
import { missingTerms, termsIn, vocabularyOf } from './vocabulary.ts';

test.each<Folder>(['client', 'server', 'schemas'])('texts of the %s are in known languages', (folder) => {
  expect(languagesWithTexts(folder).filter((code) => !LANGUAGES.some((known) => known === code))).toEqual([]);
});

test.each(TRANSLATIONS.map(({ code }) => code))('%s, which is offered, is complete', (language) => {
  expect(problemsOf(language)).toEqual([]);
});

test('a language whose texts are complete is offered', () => {
  const drafts = LANGUAGES.filter((code) => !isTranslated(code) && languagesWithTexts('client').includes(code));
  expect(drafts.filter((code) => problemsOf(code).length === 0)).toEqual([]);
});

describe.each(TRANSLATIONS.map(({ code }) => code))('%s has texts', (language) => {
  test('for every error of the catalogue, and no others', () => {
    const codes = ['errors.json', 'account-errors.json', 'support-errors.json'].flatMap((file) =>
      Object.keys(textsOf('schemas', language, file)),
    );
    expect(codes.toSorted()).toEqual(Object.keys(errorCatalogue).toSorted());
  });

  test('that agree on the home page, in the FAQ, on the pricing page and in the terms about a changed version', () => {
    const texts = [
      textsOf('client', language, 'home.json')['facts.hd.text'],
      textsOf('client', language, 'faq.json')['items.cost.a'],
      textsOf('client', language, 'pricing.json')['questions.credit.answer'],
      textsOf('client', language, 'legal.json')['terms.sections.service.text'],
    ].map((text) => text ?? '');
    const sentence = texts.reduce(commonEnd);
    expect(sentence.length, sentence).toBeGreaterThan(14);
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

test.each([
  ['es', '¿Guardar «duck.png»?', undefined],
  ['es', 'Guardar "duck.png"', 'has ", which is no quotation mark of this language'],
  ['es', 'Guardar?', 'has "?" without "¿"'],
  ['de', 'Das „Motiv“', undefined],
  ['de', 'Das “Motiv”', 'has ”, which is no quotation mark of this language'],
  ['fr', 'L\u2019image\u202F? «\u00A0Non\u00A0»', undefined],
  ['fr', "L'image", "has ' for ’"],
  ['fr', 'Une image ?', 'lacks a no-break space before "?", "!", ";" or ":"'],
  ['fr', '« Non »', 'lacks a no-break space inside « »'],
  ['it', 'Attendere...', 'has three full stops for "…"'],
  ['en', 'Link <a href="x">here</a>', undefined],
] as const)('in %s the marks of %s: %s', (language, text, problem) => {
  expect(wrongMarks(language, text)).toBe(problem);
});

test.each([
  ['ar', 'أُرسل إلى {{email}}.', 'has {{email}} outside of U+2068 and U+2069'],
  ['ar', 'أُرسل إلى \u2068{{email}}\u2069.', undefined],
  ['he', 'נשלח אל <bdi>{{email}}</bdi>.', undefined],
  ['ar', '{{number}} صور', undefined],
  ['ar', '{{name}}', undefined],
  ['es', 'Enviado a {{email}}.', undefined],
] as const)('in %s the values of %s are separated: %s', (language, text, problem) => {
  expect(notIsolated(language, text)).toBe(problem);
});

test.each([
  ['All {{total}} lines are right', 'counts in one form: give it _one and _other, or set the number apart'],
  ['All lines are right ({{total}})', undefined],
  ['At least {{number}} characters', undefined],
  ['Your background {{number}}', undefined],
] as const)('English says %s: %s', (text, problem) => {
  expect(countsInOneForm(text)).toBe(problem);
});

test('changing an English text makes its translation stale, and a new translation must be stamped', () => {
  const made = { 'client/a.json': { one: 'x', two: 'y', gone: 'z' } };
  const texts = { one: 'Uno', two: 'Dos', three: 'Tres' };
  expect(changedBetween(made, made, () => texts)).toEqual([]);
  const now = { 'client/a.json': { one: 'x', two: 'other', three: 'n', missing: 'm' } };
  expect(changedBetween(made, now, () => texts)).toEqual([
    'client/a.json: two is stale: its English changed after it was translated',
    'client/a.json: three is not stamped yet: npm run locales -- stamp',
  ]);
});

test('a text with a glossary term in English has the one word for it', () => {
  const [english, spanish] = [vocabularyOf('en'), vocabularyOf('es')];
  if (english === undefined || spanish === undefined) throw new Error('There is no vocabulary');
  const terms = termsIn('Save {{credits}} pictures, pay by credit card', english);
  expect(terms).toEqual(['picture', 'save']);
  expect(missingTerms(terms, 'Guárdalas: {{number}} imágenes', spanish)).toEqual([]);
  expect(missingTerms(terms, 'Guarda {{number}} dibujos', spanish)).toEqual(['picture']);
});

function commonEnd(one: string, other: string): string {
  let length = 0;
  while (length < Math.min(one.length, other.length) && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return one.slice(one.length - length);
}
