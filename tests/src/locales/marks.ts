import type { LanguageCode } from '@clearcut/schemas/constants';

/** The language's quotation marks, inner ones too; ’ is also an apostrophe. */
const QUOTES: Record<LanguageCode, string> = {
  ar: '«»“”',
  bg: '„“«»',
  ca: '«»“”',
  cs: '„“‚‘',
  da: '“”„»«',
  de: '„“‚‘»«',
  el: '«»“”',
  en: '“”‘',
  es: '«»“”',
  fi: '”',
  fr: '«»“”',
  he: '”“„״',
  hr: '„“”»«',
  hu: '„”»«',
  id: '“”‘',
  it: '«»“”',
  ja: '「」『』',
  ko: '“”‘「」『』',
  lv: '„“”«»',
  ms: '“”‘',
  nb: '«»',
  nl: '“”‘„',
  pl: '„”«»',
  pt: '“”‘',
  ro: '„”«»',
  ru: '«»„“',
  sk: '„“‚‘',
  sl: '„“”»«',
  sr: '„“”»«',
  sv: '”',
  th: '“”‘',
  tr: '“”‘',
  uk: '«»„“',
  zh: '“”‘「」',
};
const ALL_QUOTES = /["“”„‟«»‘‚‛「」『』״]/gu;

/** Placeholders and tags hold no words. */
const readable = (text: string): string => text.replace(/\{\{.*?\}\}|<[^>]*>/g, 'x');

/** Marks that the language writes differently; undefined: none. */
export function wrongMarks(language: LanguageCode, text: string): string | undefined {
  const read = readable(text);
  if (text.includes('...')) return 'has three full stops for "…"';
  const quote = [...read.matchAll(ALL_QUOTES)].find(([mark]) => !QUOTES[language].includes(mark));
  if (quote !== undefined) return `has ${quote[0]}, which is no quotation mark of this language`;
  if (['fr', 'it', 'ca'].includes(language) && /\p{L}'\p{L}/u.test(read)) return "has ' for ’";
  if (language === 'fr' && /[^\s\u00A0\u202F?!:;][?!;](\s|$)|[^\S\u00A0\u202F][?!;:](\s|$)/u.test(text)) {
    return 'lacks a no-break space before "?", "!", ";" or ":"';
  }
  if (language === 'fr' && /«[^\u00A0\u202F]|[^\u00A0\u202F]»/u.test(read)) return 'lacks a no-break space inside « »';
  if (language === 'es' && count(text, '?') !== count(text, '¿')) return 'has "?" without "¿"';
  if (language === 'es' && count(text, '!') !== count(text, '¡')) return 'has "!" without "¡"';
  return undefined;
}

const count = (text: string, mark: string): number => text.split(mark).length - 1;

/**
 * Values written by people or other programs: possibly in Latin letters, whose order and full stops would mix with
 * right-to-left text.
 */
const LATIN_VALUES = new Set(
  'accept browser chat code device email id key label library method name names setting system type'.split(' '),
);
const RIGHT_TO_LEFT: readonly LanguageCode[] = ['ar', 'he'];

/** A value without bidi isolation. Mails isolate all their values (command-api/src/mails/compose.ts). */
export function notIsolated(language: LanguageCode, text: string): string | undefined {
  if (!RIGHT_TO_LEFT.includes(language)) return undefined;
  const bare = text.replace(/\u2068[^\u2068\u2069]*\u2069|<bdi>.*?<\/bdi>/gu, ' ');
  // Alone it has no neighbour.
  if (/^\s*\{\{\w+\}\}\s*$/.test(text)) return undefined;
  const value = [...bare.matchAll(/\{\{(\w+)\}\}/g)].find(([, name = '']) => LATIN_VALUES.has(name));
  return value === undefined ? undefined : `has ${value[0]} outside of U+2068 and U+2069`;
}
