import { HD_SAVE_CREDITS } from '@clearcut/schemas/constants';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/i18n/useFormat.ts';
import { useSiteFacts } from '../lib/site/facts.ts';

/** The free credits of a new account, as a text; undefined when this installation gives none. */
export function useFreeOffer(): string | undefined {
  const { t } = useTranslation('common');
  const { number } = useFormat();
  const { starterCredits } = useSiteFacts();
  const count = Math.floor(starterCredits / HD_SAVE_CREDITS);
  return count > 0 ? t('offer', { count, number: number(count) }) : undefined;
}
