import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { directionOf, isTranslated, type Language, tagOf } from '@clearcut/schemas/languages';
import { LANGUAGE_COOKIE, pickLanguage } from '@clearcut/schemas/site/resolve-page';
import { pageFacts } from '../page-facts.ts';
import { I18N_OPTIONS } from './options.ts';
import { fetchTexts, fileOf, JOINED } from './text-files.ts';
import { replaceTexts, WITHOUT_CREDITS } from './without-credits.ts';

/** The others come with the part that shows them: see `addTexts`. */
const namespaces = JOINED.first;

export const i18n = createInstance();
/** At import: the router's first loaders run before anything else of the page. */
const started = i18n.use(initReactI18next).init({
  ...I18N_OPTIONS,
  // A copy: i18next adds names to it.
  ns: [...namespaces],
  resources: {},
});

const wanted = new Set<string>(namespaces);
let chosen: Language | undefined;

/** Pending files: at the start the page and its router request the same ones. */
const coming = new Map<string, Promise<void>>();

async function loadFile(language: Language, file: string): Promise<void> {
  for (const [namespace, texts] of Object.entries(await fetchTexts(language, file))) {
    i18n.addResourceBundle(language, namespace, texts);
  }
}

async function loadTexts(language: Language): Promise<void> {
  const missing = [...wanted].filter((namespace) => !i18n.hasResourceBundle(language, namespace));
  const hasCredits = pageFacts().hasCredits;
  if (!hasCredits && !i18n.hasResourceBundle(language, WITHOUT_CREDITS)) missing.push(WITHOUT_CREDITS);
  await Promise.all(
    [...new Set(missing.map(fileOf))].map((file) => {
      const name = `${language}/${file}`;
      const loading = coming.get(name) ?? loadFile(language, file).finally(() => coming.delete(name));
      coming.set(name, loading);
      return loading;
    }),
  );
  if (!hasCredits) replaceTexts(i18n, language, missing);
}

/** Errors that cannot occur on first-load pages. */
const ACCOUNT_ERRORS = 'account-errors';

/** Now and for every language shown later. */
export async function addTexts(...namespaces: readonly string[]): Promise<void> {
  for (const namespace of [...namespaces, ACCOUNT_ERRORS]) wanted.add(namespace);
  if (chosen !== undefined) await loadTexts(chosen);
}

/**
 * A later choice supersedes it.
 * @throws when loading fails; the language shown stays
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
      // Pages opened later would get texts in a language that is not shown.
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

export function preferredLanguage(): Language {
  const remembered = new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=([^;]*)`).exec(document.cookie)?.[1];
  return isTranslated(remembered) ? remembered : pickLanguage(navigator.languages);
}

/** A cookie, because the server redirects visitors by it. */
export function rememberLanguage(language: Language): void {
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
