import { MIN_AGE_YEARS } from '@clearcut/schemas/constants';
import { PUBLIC_PAGES } from '@clearcut/schemas/site/pages';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { localPath } from '../../../lib/i18n/paths.ts';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { useLanguage } from '../../../lib/i18n/useLanguage.ts';

/** Links open in another tab, since the form holds what the person typed. */
export function Agreement() {
  const { t } = useTranslation(['auth', 'common']);
  const language = useLanguage();
  const { number } = useFormat();
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {t('agreement', { age: number(MIN_AGE_YEARS) })}{' '}
      {(['terms', 'privacy'] as const).map((page) => (
        <Link
          key={page}
          href={localPath(language, PUBLIC_PAGES[page].path)}
          target="_blank"
          sx={{ display: 'inline-block', paddingBlock: '3px', marginInlineEnd: 1.5 }}
        >
          {t(`common:footer.${page}`)}
        </Link>
      ))}
    </Typography>
  );
}
