import { activateLanguage, preferredLanguage } from '../../lib/i18n/i18n.ts';
import { directionOf, type Language } from '@clearcut/schemas/languages';
import { prepareDirection } from '../theme/emotion-caches.ts';
import { prepareTypeface } from '../theme/typefaces.ts';

export async function showLanguage(language: Language): Promise<void> {
  await activateLanguage(language, async () => {
    await Promise.all([prepareDirection(directionOf(language)), prepareTypeface(language)]);
  });
}

export async function showPreferredLanguage(): Promise<null> {
  await showLanguage(preferredLanguage());
  return null;
}
