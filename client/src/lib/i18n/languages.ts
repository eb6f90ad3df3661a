/** Languages the client offers; the first is the default and has no prefix in addresses. */
export const languages = [
  { code: 'en', label: 'English', dir: 'ltr' },
  { code: 'es', label: 'Español', dir: 'ltr' },
  { code: 'ar', label: 'العربية', dir: 'rtl' },
] as const;

export type Language = (typeof languages)[number]['code'];
export type Direction = (typeof languages)[number]['dir'];

export const DEFAULT_LANGUAGE: Language = 'en';

export function isLanguage(code: string | undefined): code is Language {
  return languages.some((language) => language.code === code);
}

export function directionOf(code: Language): Direction {
  return languages.find((language) => language.code === code)?.dir ?? 'ltr';
}

/** The first language of the browser's list that we have, by its main part: es-MX is es. */
export function pickLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const code = tag.toLowerCase().split('-')[0];
    if (isLanguage(code)) return code;
  }
  return DEFAULT_LANGUAGE;
}
