import { existsSync, readFileSync } from 'node:fs';
import type { LanguageCode } from '@clearcut/schemas/constants';
import { DEFAULT_LANGUAGE } from '@clearcut/schemas/languages';
import { filesOf, type Folder, FOLDERS, type Texts, textsOf } from './texts.ts';

/** The product's terms. */
export interface Vocabulary {
  /** By English term: the lower-case stem of its translation. For English: patterns that detect the term. */
  readonly glossary: Readonly<Record<string, readonly string[]>>;
  /** Words that occur on every page of the language. */
  readonly commonest: readonly string[];
  /** Texts, as `file: key`, that are right without the word. For English: texts where the word has another meaning. */
  readonly exceptions?: readonly string[];
}

const fileFor = (language: LanguageCode): URL => new URL(`vocabulary/${language}.json`, import.meta.url);

export function vocabularyOf(language: LanguageCode): Vocabulary | undefined {
  if (!existsSync(fileFor(language))) return undefined;
  return JSON.parse(readFileSync(fileFor(language), 'utf8')) as Vocabulary;
}

/**
 * Lower case, without what varies between a word's forms: accents (guarda, guárdala), vowels of Arabic and Hebrew,
 * directions, soft hyphens.
 */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036F]|[\u0591-\u05C7]|[\u064B-\u0652]|[\u2066-\u2069]|\u00AD|\u0640/g, '')
    .replace(/[\u00A0\u202F]/g, ' ');

/** Without names of values. */
const words = (text: string): string => plain(text.replace(/\{\{.*?\}\}|<[^>]*>/g, ' '));

/** Glossary terms in an English text. */
export function termsIn(english: string, { glossary }: Vocabulary): string[] {
  const text = words(english);
  return Object.entries(glossary).flatMap(([term, patterns]) =>
    patterns.some((pattern) => new RegExp(`\\b(?:${pattern})\\b`).test(text)) ? [term] : [],
  );
}

/** Terms missing from a translation. */
export function missingTerms(terms: readonly string[], text: string, { glossary }: Vocabulary): string[] {
  const own = words(text);
  return terms.filter((term) => !(glossary[term] ?? []).some((stem) => own.includes(plain(stem))));
}

/** Vocabulary missing from a language's texts. */
export function vocabularyProblems(language: LanguageCode): string[] {
  const english = vocabularyOf(DEFAULT_LANGUAGE);
  const own = vocabularyOf(language);
  if (english === undefined || own === undefined)
    return [`has no vocabulary: tests/src/locales/vocabulary/${language}.json`];
  const all = allTexts(language);
  return [
    ...Object.keys(english.glossary).flatMap((term) => (own.glossary[term]?.length ? [] : `has no word for "${term}"`)),
    ...wordsMissing(own.commonest, [...all.values()]).map((word) => `never says "${word}"`),
    ...(language === DEFAULT_LANGUAGE ? [] : termsMissing(english, own, all)),
  ];
}

function wordsMissing(commonest: readonly string[], texts: readonly string[]): string[] {
  const page = plain(texts.join('\n'));
  return commonest.filter((word) => !page.includes(plain(word)));
}

function termsMissing(english: Vocabulary, own: Vocabulary, texts: ReadonlyMap<string, string>): string[] {
  const exceptions = new Set([...(english.exceptions ?? []), ...(own.exceptions ?? [])]);
  return [...allTexts(DEFAULT_LANGUAGE)].flatMap(([key, model]) => {
    const text = texts.get(key);
    if (text === undefined || exceptions.has(key)) return [];
    const missing = missingTerms(termsIn(model, english), text, own);
    return missing.length === 0 ? [] : [`${key} lacks the word for ${missing.map((term) => `"${term}"`).join(', ')}`];
  });
}

/** By `file: key`. */
function allTexts(language: LanguageCode): Map<string, string> {
  const all = new Map<string, string>();
  for (const folder of Object.keys(FOLDERS) as Folder[]) {
    for (const file of filesOf(folder, language)) {
      const texts: Texts = textsOf(folder, language, file);
      for (const [key, text] of Object.entries(texts)) all.set(`${folder}/${file}: ${key}`, text);
    }
  }
  return all;
}
