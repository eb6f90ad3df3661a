import { useTranslation } from 'react-i18next';
import { DEFAULT_LANGUAGE, isTranslated, type Language } from '@clearcut/schemas/languages';

export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return isTranslated(i18n.language) ? i18n.language : DEFAULT_LANGUAGE;
}
