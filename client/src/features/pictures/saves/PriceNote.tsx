import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useSiteFacts } from '../../../lib/site/facts.ts';
import { FreeOffer } from '../../../ui/FreeOffer.tsx';
import { useSession } from '../../auth/session/useSession.ts';

/** Says beside a button that costs a credit what it buys; to visitors, the free offer. */
export function PriceNote() {
  const { t } = useTranslation('saves');
  const { status } = useSession();
  const { hasCredits } = useSiteFacts();
  if (!hasCredits) return null;
  return (
    <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start', fontSize: 'small', color: 'text.secondary' }}>
      {status === 'loggedOut' && <FreeOffer sx={{ color: 'clearcut.accentText' }} />}
      <span>{t('creditIs')}</span>
    </Box>
  );
}
