import { readFileSync } from 'node:fs';
import { DEFAULT_LANGUAGE, isTranslated, type Language } from '@clearcut/schemas/languages';
import { createInstance, type TFunction } from 'i18next';

/** Files of `command-api/locales/<language>/`. */
export type TextFile = 'mails' | 'exports' | 'site';

export type PageTextFile =
  | 'common'
  | 'contact'
  | 'docs'
  | 'faq'
  | 'home'
  | 'legal'
  | 'payments'
  | 'pricing'
  | 'uploads';

const folders = {
  own: new URL('../../locales/', import.meta.url),
  client: new URL('../../../client/locales/', import.meta.url),
} as const;

const i18n = createInstance();
void i18n.init({
  initAsync: false,
  lng: DEFAULT_LANGUAGE,
  fallbackLng: false,
  load: 'currentOnly',
  resources: {},
  interpolation: { escapeValue: false },
  // A mail or file with a gap must not go out.
  parseMissingKeyHandler(key) {
    throw new Error(`There is no text "${key}"`);
  },
  missingInterpolationHandler(text) {
    throw new Error(`No value for a name in "${text}"`);
  },
});

export const languageFor = (language: string): Language => (isTranslated(language) ? language : DEFAULT_LANGUAGE);

/** Loaded on first use. @throws Error from the returned function for a missing key or value */
export function textsIn(language: Language, file: TextFile): TFunction {
  return textsOf('own', language, file);
}

export function pageTextsIn(language: Language, file: PageTextFile): TFunction {
  return textsOf('client', language, file);
}

function textsOf(folder: keyof typeof folders, language: Language, file: string): TFunction {
  const name = `${folder}/${file}`;
  if (!i18n.hasResourceBundle(language, name)) {
    const path = new URL(`${language}/${file}.json`, folders[folder]);
    i18n.addResourceBundle(language, name, JSON.parse(readFileSync(path, 'utf8')));
  }
  return i18n.getFixedT(language, name);
}
