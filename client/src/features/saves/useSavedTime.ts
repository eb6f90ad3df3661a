import { tagOf } from '@clearcut/schemas/languages';
import { useLanguage } from '../../lib/i18n/useLanguage.ts';
import type { HdFile } from './hd-file.ts';

/** Time of day that names an HD file. */
export function useSavedTime(): (file: Pick<HdFile, 'savedAt'>) => string {
  const clock = new Intl.DateTimeFormat(tagOf(useLanguage()), { timeStyle: 'short' });
  return ({ savedAt }) => clock.format(new Date(savedAt));
}
