import { activateLanguage, preferredLanguage } from '../../lib/i18n/i18n.ts';
import type { Language } from '@clearcut/schemas/languages';
import { prepareDirection } from '../theme/emotion-caches.ts';

/** Shows the app in `language`, once its texts and the styles of its direction are there. */
export async function showLanguage(language: Language): Promise<void> {
  await activateLanguage(language, prepareDirection);
}

/** For pages whose address names no language: the one chosen before. */
export async function showPreferredLanguage(): Promise<null> {
  await showLanguage(preferredLanguage());
  return null;
}
