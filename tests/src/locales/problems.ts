import type { LanguageCode } from '@clearcut/schemas/constants';
import { DEFAULT_LANGUAGE, tagOf } from '@clearcut/schemas/languages';
import { wrongLetters } from './letters.ts';
import { notIsolated, wrongMarks } from './marks.ts';
import { staleTexts } from './sources.ts';
import { filesOf, type Folder, FOLDERS, type Texts, textsOf } from './texts.ts';
import { vocabularyProblems } from './vocabulary.ts';

const PLURAL = /_(zero|one|two|few|many|other)$/;
const stem = (key: string): string => key.replace(PLURAL, '');
const placeholders = (text: string): string => (text.match(/\{\{.*?\}\}|<\/?\w+>/g) ?? []).toSorted().join(' ');

/** Maximum length relative to English before layouts break; short texts may need a word more. */
const LONGEST = { times: 2.2, letters: 24 } as const;
/** A label has few letters and no full stop: it is on a button or a tab. */
const LABEL = { most: 20, end: /[.?!:…]$/ } as const;
const LONGEST_LABEL = { times: 1.6, letters: 12 } as const;
/** Search engines' limits for title and description. */
const META = [
  [/^meta\..*\.title$/, 70],
  [/^meta\..*\.description$/, 190],
] as const;

/**
 * Everything that keeps a language from being offered, one sentence each, with folder, file and key; empty: complete.
 */
export function problemsOf(language: LanguageCode): string[] {
  const ofFiles = (Object.keys(FOLDERS) as Folder[]).flatMap((folder) => {
    const theirs = new Set(filesOf(folder, language));
    const english = filesOf(folder, DEFAULT_LANGUAGE);
    return [
      ...english.flatMap((file) => (theirs.has(file) ? [] : `${folder}/${file}: is missing`)),
      ...[...theirs].flatMap((file) => (english.includes(file) ? [] : `${folder}/${file}: English has no such file`)),
      ...english
        .filter((file) => theirs.has(file))
        .flatMap((file) =>
          problemsOfFile(
            folder,
            language,
            textsOf(folder, DEFAULT_LANGUAGE, file),
            textsOf(folder, language, file),
          ).map((problem) => `${folder}/${file}: ${problem}`),
        ),
    ];
  });
  return [...ofFiles, ...staleTexts(language), ...vocabularyProblems(language)];
}

function problemsOfFile(folder: Folder, language: LanguageCode, english: Texts, texts: Texts): string[] {
  const isEnglish = language === DEFAULT_LANGUAGE;
  return [
    ...wrongKeys(language, english, texts),
    ...Object.entries(texts).flatMap(([key, text]) => {
      const model = english[key] ?? english[`${stem(key)}_other`];
      const found = [
        text.trim() === '' ? 'is empty' : undefined,
        text.includes('{{count}}') ? 'shows the number as it is: `count` chooses the words alone' : undefined,
        wrongLetters(language, text),
        wrongMarks(language, text),
        folder === 'client' ? notIsolated(language, text) : undefined,
        isEnglish && !PLURAL.test(key) ? countsInOneForm(text) : undefined,
        tooLong(key, text, isEnglish ? undefined : model),
        !isEnglish && isLeft(text, english[key]) ? 'is in English' : undefined,
        // One of several plural forms may spell its number out.
        !PLURAL.test(key) && model !== undefined && placeholders(text) !== placeholders(model)
          ? `has other placeholders than English: ${placeholders(model) || 'none'}`
          : undefined,
      ];
      return found.flatMap((problem) => (problem === undefined ? [] : `${key} ${problem}`));
    }),
  ];
}

/** Checks for the same texts as English, each plural in the language's forms. */
function wrongKeys(language: LanguageCode, english: Texts, texts: Texts): string[] {
  const plurals = new Set(Object.keys(english).flatMap((key) => (PLURAL.test(key) ? stem(key) : [])));
  const forms = new Intl.PluralRules(tagOf(language)).resolvedOptions().pluralCategories;
  const wanted = new Set(
    [...new Set(Object.keys(english).map(stem))].flatMap((key) =>
      plurals.has(key) ? forms.map((form) => `${key}_${form}`) : key,
    ),
  );
  return [
    ...[...wanted].flatMap((key) => (key in texts ? [] : `${key} is missing`)),
    ...Object.keys(texts).flatMap((key) => (wanted.has(key) ? [] : `${key} is no text of English`)),
  ];
}

/** "At least" and "more than" precede fixed limits, which are never one. */
const COUNTED = /(?<!at least |more than )\{\{(?:number|events|total|sum)\}\} [a-z]+s\b/i;

/** A number that may be 1 beside a plural prevents other languages from writing their forms. */
export const countsInOneForm = (english: string): string | undefined =>
  COUNTED.test(english) ? 'counts in one form: give it _one and _other, or set the number apart' : undefined;

const isLeft = (text: string, english: string | undefined): boolean =>
  text === english && text.split(' ').length > 3 && !text.startsWith('{{');

function tooLong(key: string, text: string, english: string | undefined): string | undefined {
  const limit = META.find(([pattern]) => pattern.test(key))?.[1] ?? Infinity;
  if (text.length > limit) return `has ${text.length} letters; search engines show ${limit}`;
  if (english === undefined) return undefined;
  const isLabel = english.length <= LABEL.most && !LABEL.end.test(english);
  const longest = isLabel ? LONGEST_LABEL : LONGEST;
  if (text.length <= english.length * longest.times + longest.letters) return undefined;
  return `has ${text.length} letters where English has ${english.length}`;
}
