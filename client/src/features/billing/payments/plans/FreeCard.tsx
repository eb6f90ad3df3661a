import { PREVIEW_MAX_SIDE } from '@clearcut/schemas/constants';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../lib/i18n/useFormat.ts';
import { FreeOffer } from '../../../../ui/FreeOffer.tsx';
import { Sheet } from '../../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../../ui/paper/snipped.ts';

export interface FreeCardProps {
  readonly signUp: string;
  readonly onSignUp: () => void;
}

/** The free offer, beside the plans. */
export function FreeCard({ signUp, onSignUp }: FreeCardProps) {
  const { t } = useTranslation('payments');
  const { number } = useFormat();
  return (
    <Sheet
      as="li"
      sx={[snipped(20), { display: 'flex', flexDirection: 'column', gap: 1.5, padding: '22px 20px 20px' }]}
    >
      <Typography variant="h3" component="h2" sx={{ minHeight: { sm: 52 } }}>
        {t('free.title')}
      </Typography>
      <Box sx={{ flexGrow: 1, display: 'grid', gap: 1, alignContent: 'start' }}>
        <FreeOffer sx={{ color: 'clearcut.accentText' }} />
        <Typography>{t('free.text', { pixels: number(PREVIEW_MAX_SIDE) })}</Typography>
      </Box>
      <Button variant="outlined" onClick={onSignUp}>
        {signUp}
      </Button>
    </Sheet>
  );
}
