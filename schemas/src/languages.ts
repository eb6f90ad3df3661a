import type { LanguageCode } from './constants.ts';

/**
 * Languages whose texts are complete: those of the client, of mails and of exported files. The first is the default. A language
 * that is added here wants its texts in each of the three, and the types or the tests of each name what is missing.
 */
export const TRANSLATIONS = [
  { code: 'en', label: 'English', dir: 'ltr' },
  { code: 'es', label: 'Español', dir: 'ltr' },
  { code: 'ar', label: 'العربية', dir: 'rtl' },
] as const satisfies readonly { readonly code: LanguageCode; readonly label: string; readonly dir: 'ltr' | 'rtl' }[];

export type Language = (typeof TRANSLATIONS)[number]['code'];
export type Direction = (typeof TRANSLATIONS)[number]['dir'];

export const DEFAULT_LANGUAGE: Language = TRANSLATIONS[0].code;

export function isTranslated(code: string | undefined): code is Language {
  return TRANSLATIONS.some((language) => language.code === code);
}

export function directionOf(code: Language): Direction {
  return TRANSLATIONS.find((language) => language.code === code)?.dir ?? 'ltr';
}
