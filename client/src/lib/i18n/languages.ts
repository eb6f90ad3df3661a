import { DEFAULT_LANGUAGE, isTranslated, type Language } from '@clearcut/schemas/languages';

/** The first language of the browser's list that we have, by its main part: es-MX is es. */
export function pickLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const code = tag.toLowerCase().split('-')[0];
    if (isTranslated(code)) return code;
  }
  return DEFAULT_LANGUAGE;
}
