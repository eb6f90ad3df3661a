import { MAX_PIXELS, MAX_UPLOAD_BYTES, PREVIEW_MAX_SIDE } from '@clearcut/schemas/constants';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';

const facts = ['kept', 'where', 'price', 'hd', 'files'] as const;

export function Facts() {
  const { t } = useTranslation('home');
  const format = useFormat();
  const values = {
    pixels: format.number(PREVIEW_MAX_SIDE),
    size: format.bytes(MAX_UPLOAD_BYTES),
    megapixels: format.number(MAX_PIXELS / 1_000_000),
  };
  return (
    <Box
      component="section"
      aria-labelledby="facts-title"
      sx={{
        maxWidth: 1280,
        marginInline: 'auto',
        paddingInline: { xs: 2, md: 4 },
        paddingBlock: { xs: '72px 40px', md: '120px 72px' },
      }}
    >
      <Typography variant="h2" id="facts-title">
        {t('facts.title')}
      </Typography>
      <Box component="dl" sx={{ margin: '24px 0 0' }}>
        {facts.map((fact) => (
          <Box
            key={fact}
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: '1fr', md: '1fr 1.2fr 1.6fr' },
              columnGap: 4,
              alignItems: 'baseline',
              paddingBlock: { xs: '18px', md: '22px' },
              borderBlockStart: '1px solid',
              borderColor: 'divider',
            }}
          >
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {t(`facts.${fact}.name`)}
            </Box>
            <Typography component="dd" variant="h2" sx={{ margin: 0 }}>
              {t(`facts.${fact}.value`)}
            </Typography>
            <Box component="dd" sx={{ margin: 0, paddingBlockStart: { xs: 0.75, md: 0 } }}>
              {t(`facts.${fact}.text`, values)}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
