import { isPackPrice, PRICE_NAMES } from '@clearcut/schemas/subscription/prices';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { Head } from '../../../ui/page/Head.tsx';
import { checkoutPath } from '../payments/data/open-checkout.ts';
import { usePrices } from '../payments/data/usePrices.ts';
import { BillingStep } from './BillingStep.tsx';
import { PaymentStep } from './payment/PaymentStep.tsx';
import { WithSummary } from './payment/Summary.tsx';
import { PricesPending } from './PricesPending.tsx';
import { SelectPlan } from './SelectPlan.tsx';
import { placeOf, type Place } from './steps.ts';
import { StepTrail } from './StepTrail.tsx';

export function CheckoutPage() {
  const { t } = useTranslation('checkout');
  const [query] = useSearchParams();
  const place = placeOf(query);
  const isPack = PRICE_NAMES.some((name) => name === query.get('priceName') && isPackPrice(name));
  if (place === undefined) return <Navigate to="/app/billing" replace />;
  return (
    <>
      <Head page="billing" texts="app" />
      <div>
        <Typography variant="h1" sx={{ fontSize: 'largest', marginBlockEnd: '10px' }}>
          {t('title')}
        </Typography>
        {/* A pack is bought in one step. */}
        {!isPack && (
          <StepTrail step={place.step} {...(place.step === 'SELECT_PLAN' ? {} : { priceId: place.priceId })} />
        )}
      </div>
      <Step place={place} />
    </>
  );
}

function Step({ place }: { place: Place }) {
  const navigate = useNavigate();
  const { prices, error, refetch } = usePrices();
  if (prices === undefined) return <PricesPending error={error} onAgain={() => void refetch()} />;
  if (place.step === 'SELECT_PLAN') return <SelectPlan prices={prices} />;
  const price = prices.find(({ id }) => id === place.priceId);
  // Unknown or no longer sold.
  if (price === undefined) return <Navigate to="/app/billing" replace />;
  if (place.step === 'PAYMENT') return <PaymentStep price={price} />;
  return (
    <WithSummary price={price}>
      <BillingStep
        onDone={() => void navigate(checkoutPath({ step: 'PAYMENT', priceId: price.id, priceName: price.name }))}
      />
    </WithSummary>
  );
}
