import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Mat } from '../../../ui/paper/Mat.tsx';
import { Modal } from '../../../ui/dialogs/Modal.tsx';
import { NextStep } from './NextStep.tsx';
import { noCredits } from './no-credits.ts';

/** CSS pixels. */
const WIDTH = 460;

/** Says that saving needs credits (docs/product.md, Credits), that nothing is lost, and what to do. */
export function NoCreditsModal({ open }: { open: boolean }) {
  const { t } = useTranslation('saves');
  const titleId = useId();
  return (
    <Modal
      open={open}
      width={WIDTH}
      labelledBy={titleId}
      closeLabel={t('noCredits.close')}
      onClose={() => noCredits.close()}
    >
      <Mat className="on-mat" sx={{ padding: { xs: '26px 84px 18px 20px', sm: '32px 88px 22px 32px' } }}>
        <Typography variant="h2" id={titleId} sx={{ fontSize: '1.75rem' }}>
          {t('noCredits.title')}
        </Typography>
        <Typography sx={{ marginBlockStart: '6px', color: 'clearcut.onMatSoft' }}>{t('noCredits.lead')}</Typography>
      </Mat>
      <Box sx={{ display: 'grid', gap: '14px', padding: { xs: '22px 20px 24px', sm: '28px 32px 32px' } }}>
        <Typography>{t('noCredits.text')}</Typography>
        <NextStep>
          <Button variant="outlined" onClick={() => noCredits.close()}>
            {t('noCredits.understood')}
          </Button>
        </NextStep>
      </Box>
    </Modal>
  );
}
