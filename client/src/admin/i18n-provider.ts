import type { i18n as I18n } from 'i18next';
import type { I18nProvider } from 'react-admin';

/** `ra.…` is the namespace `ra`, `resources.users.…` the namespace `users`. Any other key is already a text. */
export function createI18nProvider(i18n: I18n): I18nProvider {
  return {
    translate: (key, { _: fallback, smart_count: count, ...values } = {}) => {
      const ours = key.replace(/^ra\./, 'ra:').replace(/^resources\.(\w+)\./, '$1:');
      const options = { ...values, count, smart_count: count };
      return i18n.exists(ours, options) ? String(i18n.t(ours, options)) : String(fallback ?? key);
    },
    getLocale: () => i18n.language,
    // The app sets the language.
    changeLocale: () => Promise.resolve(),
  };
}
