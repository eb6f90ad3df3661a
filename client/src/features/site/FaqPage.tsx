import { faqGroups, siteNumbers } from '@clearcut/schemas/site/content';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { localPath } from '../../lib/i18n/paths.ts';
import { useLanguage } from '../../lib/i18n/useLanguage.ts';
import { useSiteFacts } from '../../lib/site/facts.ts';
import { Head } from '../../ui/page/Head.tsx';
import { TextPage } from './TextPage.tsx';

export function FaqPage() {
  const { t } = useTranslation('faq');
  const language = useLanguage();
  const numbers = siteNumbers(language);
  return (
    <>
      <Head page="faq" texts="faq" path="/faq" />
      <TextPage
        isGrouped
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
        {faqGroups(useSiteFacts()).map(([group, items]) => (
          <Box
            component="section"
            key={group}
            aria-labelledby={`faq-${group}`}
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '220px repeat(2, minmax(0, 1fr))' },
              rowGap: { xs: 2.5, lg: 3.5 },
              columnGap: { xs: 2.5, lg: 7 },
              paddingBlock: 3.5,
              borderBlockStart: '1px solid',
              borderColor: 'divider',
            }}
          >
            <Typography
              variant="h3"
              component="h2"
              id={`faq-${group}`}
              sx={{ gridRow: { lg: `span ${Math.ceil(items.length / 2)}` } }}
            >
              {t(`groups.${group}`)}
            </Typography>
            {items.map((item) => (
              <Box key={item}>
                <Typography component="h3" sx={{ fontWeight: 'strong', marginBlockEnd: 0.75 }}>
                  {t(`items.${item}.q`)}
                </Typography>
                <Typography>{t(`items.${item}.a`, numbers)}</Typography>
              </Box>
            ))}
          </Box>
        ))}
      </TextPage>
    </>
  );
}
