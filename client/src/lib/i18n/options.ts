import { TRANSLATIONS } from '@clearcut/schemas/languages';
import type { InitOptions } from 'i18next';

export const I18N_OPTIONS = {
  // A test ensures that no text is missing in any language.
  fallbackLng: false,
  load: 'currentOnly',
  supportedLngs: TRANSLATIONS.map(({ code }) => code),
  defaultNS: 'common',
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
} as const satisfies InitOptions;
