import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readStored, writeStored } from '../storage/storage.ts';
import { directionOf, isLanguage, languages, pickLanguage, type Language } from './languages.ts';

export const namespaces = ['common', 'home', 'uploads', 'result', 'errors'] as const;

const files = import.meta.glob<{ default: Record<string, unknown> }>('../../../locales/*/*.json');

export const i18n = createInstance();

/** Fetches a language's texts when it is first shown; the build puts each language in one chunk. */
async function loadTexts(language: Language): Promise<void> {
  await Promise.all(
    namespaces.map(async (namespace) => {
      const load = files[`../../../locales/${language}/${namespace}.json`];
      if (load === undefined) throw new Error(`No ${namespace} texts in ${language}`);
      i18n.addResourceBundle(language, namespace, (await load()).default);
    }),
  );
}

/** Makes i18n ready to be given its first language. */
export async function startI18n(): Promise<void> {
  await i18n.use(initReactI18next).init({
    // No text may be missing in any language (a test sees to it), so English is not fetched beside the language shown.
    fallbackLng: false,
    load: 'currentOnly',
    supportedLngs: languages.map(({ code }) => code),
    ns: namespaces,
    defaultNS: 'common',
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
}

/** Shows the app in `language` from now on: texts are loaded before anything changes. */
export async function activateLanguage(language: Language): Promise<void> {
  if (i18n.language !== language) {
    await loadTexts(language);
    await i18n.changeLanguage(language);
  }
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

/** The language chosen before in this browser, else the one its settings ask for. */
export function preferredLanguage(): Language {
  const chosen = readStored('language');
  return isLanguage(chosen) ? chosen : pickLanguage(navigator.languages);
}

export function rememberLanguage(language: Language): void {
  writeStored('language', language);
}
