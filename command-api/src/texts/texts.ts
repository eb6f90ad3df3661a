import { readFileSync } from 'node:fs';
import { DEFAULT_LANGUAGE, isTranslated, type Language } from '@clearcut/schemas/languages';
import { createInstance, type TFunction } from 'i18next';

/** Files of `command-api/locales/<language>/`: what the server itself writes to people. */
export type TextFile = 'mails' | 'exports';

const folder = new URL('../../locales/', import.meta.url);

const i18n = createInstance();
void i18n.init({
  initAsync: false,
  lng: DEFAULT_LANGUAGE,
  fallbackLng: false,
  load: 'currentOnly',
  resources: {},
  // Plain text: the layout of mails alone makes HTML of it.
  interpolation: { escapeValue: false },
  // A mail or a file with a gap must not go out.
  parseMissingKeyHandler(key) {
    throw new Error(`There is no text "${key}"`);
  },
  missingInterpolationHandler(text) {
    throw new Error(`No value for a name in "${text}"`);
  },
});

/** The language in which the server writes to a person who uses `language`. */
export const languageFor = (language: string): Language => (isTranslated(language) ? language : DEFAULT_LANGUAGE);

/**
 * The texts of one file in one language; they are read when they are first asked for. The function that it answers
 * @throws Error for a key without a text, and for a name in a text without a value
 */
export function textsIn(language: Language, file: TextFile): TFunction {
  if (!i18n.hasResourceBundle(language, file)) {
    const path = new URL(`${language}/${file}.json`, folder);
    i18n.addResourceBundle(language, file, JSON.parse(readFileSync(path, 'utf8')));
  }
  return i18n.getFixedT(language, file);
}
