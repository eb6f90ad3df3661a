import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Direction, directionOf, isTranslated, type Language, TRANSLATIONS } from '@clearcut/schemas/languages';
import { LANGUAGE_COOKIE, pickLanguage } from '@clearcut/schemas/site/resolve-page';

/** Texts of the first load. The others come with the part of the app that shows them: see `addTexts`. */
export const namespaces = ['common', 'home', 'uploads', 'errors'] as const;

type TextFiles = Record<string, () => Promise<unknown>>;

/** Where to fetch texts, by `{language}/{namespace}`. Of the private area nothing is listed here: a list is weight, too. */
const files: TextFiles = {};

/** Says where texts are that are not those of the first load: an `import.meta.glob` of files of `locales/`. */
export function addTextFiles(more: TextFiles): void {
  for (const [path, load] of Object.entries(more)) files[path.replace(/^.*locales\/|\.json$/g, '')] = load;
}

addTextFiles(import.meta.glob('../../../locales/*/{common,home,uploads,errors,auth,result,saves,account-errors}.json'));

export const i18n = createInstance();
/** As soon as this file is there: the router's first loaders run before anything else of the page does. */
const started = i18n.use(initReactI18next).init({
  // No text may be missing in any language (a test sees to it), so English is not fetched beside the language shown.
  fallbackLng: false,
  load: 'currentOnly',
  supportedLngs: TRANSLATIONS.map(({ code }) => code),
  ns: namespaces,
  defaultNS: 'common',
  resources: {},
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
});

const wanted = new Set<string>(namespaces);
/** The language shown, or about to be. */
let chosen: Language | undefined;

/** Fetches a language's texts when it is first shown; the build puts those of the first load in one chunk. */
async function loadTexts(language: Language): Promise<void> {
  const missing = [...wanted].filter((namespace) => !i18n.hasResourceBundle(language, namespace));
  await Promise.all(
    missing.map(async (namespace) => {
      const load = files[`${language}/${namespace}`];
      if (load === undefined) throw new Error(`No ${namespace} texts in ${language}`);
      const texts = (await load()) as { default: Record<string, unknown> };
      i18n.addResourceBundle(language, namespace, texts.default);
    }),
  );
}

/** Words for errors that no page of the first load can meet: of accounts, billing, API keys, messages. They come with any other part. */
const ACCOUNT_ERRORS = 'account-errors';

/** Fetches texts that are not part of the first load, from now on in every language that is shown. */
export async function addTexts(...namespaces: readonly string[]): Promise<void> {
  for (const namespace of [...namespaces, ACCOUNT_ERRORS]) wanted.add(namespace);
  if (chosen !== undefined) await loadTexts(chosen);
}

/**
 * Shows the app in `language` from now on: its texts, and what `prepare` fetches for its direction, are there before anything changes.
 * Another one that is chosen meanwhile is shown instead. @throws when they do not come; what is shown then stays as it is
 */
export async function activateLanguage(
  language: Language,
  prepare: (direction: Direction) => Promise<void>,
): Promise<void> {
  chosen = language;
  if (i18n.language !== language) {
    try {
      await Promise.all([started, loadTexts(language), prepare(directionOf(language))]);
    } catch (error) {
      // Pages opened later would get their texts in a language that is not shown. The one chosen before may not be shown, either.
      if (chosen === language) chosen = isTranslated(i18n.language) ? i18n.language : undefined;
      throw error;
    }
    if (chosen !== language) return;
    await i18n.changeLanguage(language);
  }
  document.documentElement.lang = language;
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
