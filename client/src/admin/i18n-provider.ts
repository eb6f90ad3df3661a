import type { i18n as I18n } from 'i18next';
import type { I18nProvider } from 'react-admin';

/**
 * Lets react-admin speak with our texts: its own `ra.…` are the namespace `ra`, `resources.users.…` the namespace `users`. A key
 * that is none of ours is a text already.
 */
export function createI18nProvider(i18n: I18n): I18nProvider {
  return {
    translate: (key, { _: fallback, smart_count: count, ...values } = {}) => {
      const ours = key.replace(/^ra\./, 'ra:').replace(/^resources\.(\w+)\./, '$1:');
      const options = { ...values, count, smart_count: count };
      return i18n.exists(ours, options) ? String(i18n.t(ours, options)) : String(fallback ?? key);
    },
    getLocale: () => i18n.language,
    // The language is the app's and changes with it.
    changeLocale: () => Promise.resolve(),
  };
}
