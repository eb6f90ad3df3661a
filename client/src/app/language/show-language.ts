import { activateLanguage, preferredLanguage } from '../../lib/i18n/i18n.ts';
import { directionOf, type Language } from '@clearcut/schemas/languages';
import { prepareDirection } from '../theme/emotion-caches.ts';
import { prepareTypeface } from '../theme/typefaces.ts';

/** Shows the app in `language`, once its texts, its typeface and the styles of its direction are there. */
export async function showLanguage(language: Language): Promise<void> {
  await activateLanguage(language, async () => {
    await Promise.all([prepareDirection(directionOf(language)), prepareTypeface(language)]);
  });
}

/** For pages whose address names no language: the one chosen before. */
export async function showPreferredLanguage(): Promise<null> {
  await showLanguage(preferredLanguage());
  return null;
}
