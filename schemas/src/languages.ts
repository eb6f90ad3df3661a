import { LANGUAGES, type LanguageCode } from './constants.ts';

/** ISO 15924; decides direction and typeface. */
export type Script = 'Latn' | 'Arab' | 'Cyrl' | 'Grek' | 'Hani' | 'Hang' | 'Hebr' | 'Jpan' | 'Thai';
export type Direction = 'ltr' | 'rtl';

interface LanguageFacts {
  readonly label: string;
  readonly script: Script;
  /** BCP 47, where it differs from the code. */
  readonly tag?: string;
  /** A test compares this with the files. */
  readonly offered?: true;
}

/**
 * Read by browser, server, sitemap and mails. `locales/` may hold an incomplete translation that is not offered.
 */
const TABLE = {
  en: { label: 'English', script: 'Latn', offered: true },
  es: { label: 'Español', script: 'Latn', offered: true },
  ar: { label: 'العربية', script: 'Arab', offered: true },
  bg: { label: 'Български', script: 'Cyrl', offered: true },
  ca: { label: 'Català', script: 'Latn', offered: true },
  cs: { label: 'Čeština', script: 'Latn', offered: true },
  da: { label: 'Dansk', script: 'Latn', offered: true },
  de: { label: 'Deutsch', script: 'Latn', offered: true },
  el: { label: 'Ελληνικά', script: 'Grek', offered: true },
  fi: { label: 'Suomi', script: 'Latn', offered: true },
  fr: { label: 'Français', script: 'Latn', offered: true },
  he: { label: 'עברית', script: 'Hebr', offered: true },
  hr: { label: 'Hrvatski', script: 'Latn', offered: true },
  hu: { label: 'Magyar', script: 'Latn', offered: true },
  id: { label: 'Bahasa Indonesia', script: 'Latn', offered: true },
  it: { label: 'Italiano', script: 'Latn', offered: true },
  ja: { label: '日本語', script: 'Jpan', offered: true },
  ko: { label: '한국어', script: 'Hang', offered: true },
  lv: { label: 'Latviešu', script: 'Latn', offered: true },
  ms: { label: 'Bahasa Melayu', script: 'Latn', offered: true },
  nb: { label: 'Norsk bokmål', script: 'Latn', offered: true },
  nl: { label: 'Nederlands', script: 'Latn', offered: true },
  pl: { label: 'Polski', script: 'Latn', offered: true },
  pt: { label: 'Português', script: 'Latn', tag: 'pt-BR', offered: true },
  ro: { label: 'Română', script: 'Latn', offered: true },
  ru: { label: 'Русский', script: 'Cyrl', offered: true },
  sk: { label: 'Slovenčina', script: 'Latn', offered: true },
  sl: { label: 'Slovenščina', script: 'Latn', offered: true },
  sr: { label: 'Srpski', script: 'Latn', tag: 'sr-Latn', offered: true },
  sv: { label: 'Svenska', script: 'Latn', offered: true },
  th: { label: 'ไทย', script: 'Thai', offered: true },
  tr: { label: 'Türkçe', script: 'Latn', offered: true },
  uk: { label: 'Українська', script: 'Cyrl', offered: true },
  zh: { label: '简体中文', script: 'Hani', tag: 'zh-Hans', offered: true },
} as const satisfies Readonly<Record<LanguageCode, LanguageFacts>>;

export type Language = {
  [Code in LanguageCode]: (typeof TABLE)[Code] extends { readonly offered: true } ? Code : never;
}[LanguageCode];

export const DEFAULT_LANGUAGE: Language = 'en';

const facts: Readonly<Record<LanguageCode, LanguageFacts>> = TABLE;

export function isTranslated(code: string | undefined): code is Language {
  return Object.hasOwn(TABLE, code ?? '') && facts[code as LanguageCode].offered === true;
}

/** The first is the default. */
export const TRANSLATIONS = LANGUAGES.filter(isTranslated).map((code) => ({ code, label: facts[code].label }));

export const scriptOf = (code: LanguageCode): Script => facts[code].script;

export function directionOf(code: LanguageCode): Direction {
  return ['Arab', 'Hebr'].includes(scriptOf(code)) ? 'rtl' : 'ltr';
}

/** For `lang`, `hreflang` and `Intl`: plain `sr` means Cyrillic there. */
export function tagOf(code: string): string {
  return Object.hasOwn(TABLE, code) ? (facts[code as LanguageCode].tag ?? code) : code;
}

export const dateTagOf = (code: string): string => (code === 'en' ? 'en-GB' : tagOf(code));
