import type { PriceAnswer } from '@clearcut/schemas/subscription/http';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import Typography from '@mui/material/Typography';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../ui/paper/snipped.ts';
import { checkoutPath } from '../payments/data/open-checkout.ts';
import { useOpenCheckout } from '../payments/data/useOpenCheckout.ts';
import { usePrices } from '../payments/data/usePrices.ts';
import { CurrencySelect } from '../payments/plans/CurrencySelect.tsx';
import { PlanCards } from '../payments/plans/PlanCards.tsx';
import { useBilling } from '../../pictures/saves/useCredits.ts';
import { PricesPending } from './PricesPending.tsx';

export function SelectPlan({ prices }: { prices: readonly PriceAnswer[] }) {
  const { t } = useTranslation('checkout');
  const navigate = useNavigate();
  const { currency, isLocked } = usePrices();
  const { data: billing, error, refetch } = useBilling();
  const { open, busy } = useOpenCheckout();
  const runs = billing?.planName !== null && billing?.planName !== undefined;
  const running = billing?.subscriptionInfo?.price ?? undefined;
  const isTrial = billing?.planName === 'trial';
  const choose = async (price: PriceAnswer) => {
    // Changing a running plan needs no billing details and no payment setup.
    if (runs) {
      await navigate(checkoutPath({ step: 'PAYMENT', priceId: price.id, priceName: price.name }));
      return;
    }
    await open(price);
  };
  if (billing === undefined && error !== null) return <PricesPending error={error} onAgain={() => void refetch()} />;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}>
      <Sheet
        sx={[
          snipped(20),
          {
            display: 'flex',
            flexWrap: 'wrap',
            justifyContent: 'space-between',
            rowGap: 1.5,
            columnGap: 4,
            padding: 2.5,
          },
        ]}
      >
        <Typography sx={{ maxWidth: '56ch' }}>{t(runs ? 'select.change' : 'select.lead')}</Typography>
        <CurrencySelect currency={currency} isLocked={isLocked} />
      </Sheet>
      <PlanCards
        prices={prices}
        present={runs && !isTrial ? running : undefined}
        following={isTrial ? running : undefined}
        // Anyone who has had a subscription has had the trial.
        hasTrial={billing?.subscriptionInfo === null || billing?.subscriptionInfo?.status === 'pending'}
        busy={busy || billing === undefined}
        onChoose={(price) => void choose(price)}
      />
    </Box>
  );
}
