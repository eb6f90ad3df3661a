import { faqItems, siteNumbers } from '@clearcut/schemas/site/content';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { localPath } from '../../lib/i18n/paths.ts';
import { useLanguage } from '../../lib/i18n/useLanguage.ts';
import { useSiteFacts } from '../../lib/site/facts.ts';
import { Head } from '../../ui/page/Head.tsx';
import { TextPage, TextPart } from './TextPage.tsx';

export function FaqPage() {
  const { t } = useTranslation('faq');
  const language = useLanguage();
  const numbers = siteNumbers(language);
  return (
    <>
      <Head page="faq" texts="faq" path="/faq" />
      <TextPage
        title={t('title')}
        lead={
          <>
            {t('lead')}{' '}
            <Link component={RouterLink} to={localPath(language, '/contact')}>
              {t('contact')}
            </Link>
          </>
        }
      >
        {faqItems(useSiteFacts()).map((item) => (
          <TextPart key={item} title={t(`items.${item}.q`)}>
            <Typography>{t(`items.${item}.a`, numbers)}</Typography>
          </TextPart>
        ))}
      </TextPage>
    </>
  );
}
