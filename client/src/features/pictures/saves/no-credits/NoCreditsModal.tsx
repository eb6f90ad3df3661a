import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Mat } from '../../../../ui/paper/Mat.tsx';
import { Modal } from '../../../../ui/dialogs/Modal.tsx';
import { useSiteFacts } from '../../../../lib/site/facts.ts';
import { FreeOffer } from '../../../../ui/FreeOffer.tsx';
import { ProgressBar } from '../../../../ui/ProgressBar.tsx';
import { ProofActions } from '../../../auth/proof/ProofActions.tsx';
import { useSession } from '../../../auth/session/useSession.ts';
import { BuyCredits, NextStep } from './NextStep.tsx';
import { noCredits } from '../lack-of-credits.ts';
import { useProofWait } from './useProofWait.ts';

/** CSS pixels. */
const WIDTH = 460;

/** Says that saving needs credits (docs/product.md, Credits), that nothing is lost, and what to do. */
export function NoCreditsModal({ open }: { open: boolean }) {
  const { t } = useTranslation('saves');
  const { profile } = useSession();
  const { sold } = useSiteFacts();
  const isWaiting = useProofWait(open);
  const isGranted = isWaiting && profile?.email_verified === true;
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
        <Typography variant="h2" id={titleId} sx={{ fontSize: 'larger' }}>
          {t(isGranted ? 'saving' : isWaiting ? 'prove.title' : 'noCredits.title')}
        </Typography>
        {isWaiting ? (
          <FreeOffer sx={{ marginBlockStart: 1 }} />
        ) : (
          <Typography sx={{ marginBlockStart: 0.75, color: 'clearcut.onMatSoft' }}>{t('noCredits.lead')}</Typography>
        )}
      </Mat>
      <Box sx={{ display: 'grid', gap: 1.5, padding: { xs: '22px 20px 24px', sm: '28px 32px 32px' } }}>
        {isGranted ? (
          <ProgressBar label={t('saving')} share={undefined} />
        ) : isWaiting ? (
          <>
            <Typography role="status" sx={{ overflowWrap: 'anywhere' }}>
              {t('prove.text', { email: profile?.email ?? '' })}
            </Typography>
            <ProgressBar label={t('prove.title')} share={undefined} />
            <Box
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                rowGap: 1,
                columnGap: 3.5,
                '& > .MuiButton-root': { paddingInline: 0 },
              }}
            >
              <ProofActions />
              {sold !== null && <BuyCredits isMain={false} />}
            </Box>
          </>
        ) : (
          <>
            <Typography>{t('noCredits.text')}</Typography>
            <NextStep>
              <Button variant="outlined" onClick={() => noCredits.close()}>
                {t('noCredits.understood')}
              </Button>
            </NextStep>
          </>
        )}
      </Box>
    </Modal>
  );
}
