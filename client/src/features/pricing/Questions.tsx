import { HD_SAVE_CREDITS } from '@clearcut/schemas/constants';
import { ROLL_OVER_MONTHS } from '@clearcut/schemas/subscription/prices';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/i18n/useFormat.ts';

const QUESTIONS = ['credit', 'left', 'change', 'cancel', 'pay'] as const;

/** What people ask before they pay. */
export function Questions() {
  const { t } = useTranslation('pricing');
  const { number } = useFormat();
  return (
    <Box component="section" aria-labelledby="questions" sx={{ marginBlockStart: '24px' }}>
      <Typography variant="h2" id="questions" sx={{ marginBlockEnd: '16px' }}>
        {t('questions.title')}
      </Typography>
      <Box
        component="dl"
        sx={{
          margin: 0,
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1fr 1fr' },
          gap: '20px 48px',
        }}
      >
        {QUESTIONS.map((name) => (
          <div key={name}>
            <Box component="dt" sx={{ fontWeight: 650 }}>
              {t(`questions.${name}.ask`)}
            </Box>
            <Box component="dd" sx={{ margin: '4px 0 0', color: 'text.secondary', maxWidth: '60ch' }}>
              {t(`questions.${name}.answer`, { credits: number(HD_SAVE_CREDITS), months: number(ROLL_OVER_MONTHS) })}
            </Box>
          </div>
        ))}
      </Box>
    </Box>
  );
}
