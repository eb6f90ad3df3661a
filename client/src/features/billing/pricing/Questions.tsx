import { PRICING_QUESTIONS, siteNumbers } from '@clearcut/schemas/site/content';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/i18n/useLanguage.ts';

export function Questions() {
  const { t } = useTranslation('pricing');
  const numbers = siteNumbers(useLanguage());
  return (
    <Box component="section" aria-labelledby="questions" sx={{ marginBlockStart: 3 }}>
      <Typography variant="h2" id="questions" sx={{ marginBlockEnd: 2 }}>
        {t('questions.title')}
      </Typography>
      <Box
        component="dl"
        sx={{
          margin: 0,
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1fr 1fr' },
          rowGap: 2.5,
          columnGap: 6,
        }}
      >
        {PRICING_QUESTIONS.map((name) => (
          <div key={name}>
            <Box component="dt" sx={{ fontWeight: 'strong' }}>
              {t(`questions.${name}.ask`)}
            </Box>
            <Box component="dd" sx={{ margin: '4px 0 0', color: 'text.secondary', maxWidth: '60ch' }}>
              {t(`questions.${name}.answer`, numbers)}
            </Box>
          </div>
        ))}
      </Box>
    </Box>
  );
}
