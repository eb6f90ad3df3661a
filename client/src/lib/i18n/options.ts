import { TRANSLATIONS } from '@clearcut/schemas/languages';
import type { InitOptions } from 'i18next';

/** How texts are looked up, in the browser and where pages are drawn on the server. */
export const I18N_OPTIONS = {
  // No text may be missing in any language (a test sees to it), so English is not fetched beside the language shown.
  fallbackLng: false,
  load: 'currentOnly',
  supportedLngs: TRANSLATIONS.map(({ code }) => code),
  defaultNS: 'common',
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
} as const satisfies InitOptions;
