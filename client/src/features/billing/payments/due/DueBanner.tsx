import { isPackPrice } from '@clearcut/schemas/subscription/prices';
import type { Due } from '@clearcut/schemas/subscription/http';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useLocation } from 'react-router';
import { AlertIcon } from '../../../../ui/icons.tsx';
import { useBilling } from '../../../pictures/saves/useCredits.ts';
import { useDueTitle } from './useDueTitle.ts';

/** On every page of the account but billing's own, which say more. */
export function DueBanner() {
  const { pathname } = useLocation();
  const { data: billing } = useBilling();
  const due = billing?.paymentInfo?.due ?? null;
  // Neither a refused pack nor a first payment that was never finished is owed.
  const isPack = due !== null && due.price !== null && isPackPrice(due.price);
  const isOwed = !isPack && billing?.subscriptionInfo?.status !== 'pending' && billing?.planName !== null;
  if (due === null || !isOwed || pathname.startsWith('/app/billing')) return null;
  return <Banner due={due} />;
}

function Banner({ due }: { due: Due }) {
  const { t } = useTranslation('due');
  const title = useDueTitle(due);
  return (
    <Box
      role="status"
      data-testid="due-banner"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        rowGap: 0.5,
        columnGap: 2,
        padding: { xs: '10px 16px', md: '10px 32px' },
        color: 'error.contrastText',
        backgroundColor: 'error.main',
        fontWeight: 'strong',
        '& :focus-visible': { outlineColor: 'currentcolor' },
      }}
    >
      <AlertIcon aria-hidden />
      <span>{title}</span>
      <Link component={RouterLink} to="/app/billing" color="inherit" sx={{ paddingBlock: 0.75 }}>
        {t('see')}
      </Link>
    </Box>
  );
}
