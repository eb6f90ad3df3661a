import { DEFAULT_LANGUAGE, isTranslated, type Language } from '@clearcut/schemas/languages';

/** Norwegian as browsers may name it, and as we do. */
const RENAMED: Readonly<Record<string, string>> = { no: 'nb' };

/** What a language tag means to us: its main part, es-MX is es. */
export function languageOf(tag: string): string {
  const main = tag.toLowerCase().split('-')[0] ?? '';
  return RENAMED[main] ?? main;
}

/** The first language of the browser's list that we have. */
export function pickLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const code = languageOf(tag);
    if (isTranslated(code)) return code;
  }
  return DEFAULT_LANGUAGE;
}
