import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { directionOf, isTranslated, type Language, tagOf } from '@clearcut/schemas/languages';
import { LANGUAGE_COOKIE, pickLanguage } from '@clearcut/schemas/site/resolve-page';
import { I18N_OPTIONS } from './options.ts';
import { fetchTexts, fileOf, JOINED } from './text-files.ts';

/** Texts of the first load. The others come with the part of the app that shows them: see `addTexts`. */
const namespaces = JOINED.first;

export const i18n = createInstance();
/** As soon as this file is there: the router's first loaders run before anything else of the page does. */
const started = i18n.use(initReactI18next).init({
  ...I18N_OPTIONS,
  // A copy: i18next writes further names into it.
  ns: [...namespaces],
  resources: {},
});

const wanted = new Set<string>(namespaces);
/** The language shown, or about to be. */
let chosen: Language | undefined;

/** Files on their way: at the start the page and its router ask for the same ones. */
const coming = new Map<string, Promise<void>>();

async function loadFile(language: Language, file: string): Promise<void> {
  for (const [namespace, texts] of Object.entries(await fetchTexts(language, file))) {
    i18n.addResourceBundle(language, namespace, texts);
  }
}

/** Fetches a language's texts when it is first shown. */
async function loadTexts(language: Language): Promise<void> {
  const missing = [...wanted].filter((namespace) => !i18n.hasResourceBundle(language, namespace));
  await Promise.all(
    [...new Set(missing.map(fileOf))].map((file) => {
      const name = `${language}/${file}`;
      const loading = coming.get(name) ?? loadFile(language, file).finally(() => coming.delete(name));
      coming.set(name, loading);
      return loading;
    }),
  );
}

/** Words for errors that no page of the first load can meet: of accounts, billing, API keys, messages, edits, saves, files. They come with any other part. */
const ACCOUNT_ERRORS = 'account-errors';

/** Fetches texts that are not part of the first load, from now on in every language that is shown. */
export async function addTexts(...namespaces: readonly string[]): Promise<void> {
  for (const namespace of [...namespaces, ACCOUNT_ERRORS]) wanted.add(namespace);
  if (chosen !== undefined) await loadTexts(chosen);
}

/**
 * Shows the app in `language` from now on: its texts, and what `prepare` fetches for its direction and script, are there before anything changes.
 * Another one that is chosen meanwhile is shown instead. @throws when they do not come; what is shown then stays as it is
 */
export async function activateLanguage(
  language: Language,
  prepare: (language: Language) => Promise<void>,
): Promise<void> {
  chosen = language;
  if (i18n.language !== language) {
    try {
      await Promise.all([started, loadTexts(language), prepare(language)]);
    } catch (error) {
      // Pages opened later would get their texts in a language that is not shown. The one chosen before may not be shown, either.
      if (chosen === language) chosen = isTranslated(i18n.language) ? i18n.language : undefined;
      throw error;
    }
    if (chosen !== language) return;
    await i18n.changeLanguage(language);
  }
  document.documentElement.lang = tagOf(language);
  document.documentElement.dir = directionOf(language);
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The language chosen before in this browser, else the one its settings ask for. */
export function preferredLanguage(): Language {
  const remembered = new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=([^;]*)`).exec(document.cookie)?.[1];
  return isTranslated(remembered) ? remembered : pickLanguage(navigator.languages);
}

/** In a cookie, because the server leads visitors of unprefixed addresses to the page in their language. */
export function rememberLanguage(language: Language): void {
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
