import type { PriceAnswer } from '@clearcut/schemas/subscription/http';
import { isPackPrice, isPlanPrice, TRIAL_CONVERTS_TO, TRIAL_DAYS } from '@clearcut/schemas/subscription/prices';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, Navigate, useSearchParams } from 'react-router';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { Head } from '../../../ui/page/Head.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../ui/paper/snipped.ts';
import { ChoiceList } from '../payments/ChoiceList.tsx';
import { useMoney } from '../payments/data/useMoney.ts';
import { usePrices } from '../payments/data/usePrices.ts';
import { wishedPicture } from '../../private-area/save-wish.ts';
import { useBilling } from '../../pictures/saves/useCredits.ts';
import { isOurPath } from './go-to.ts';
import { PricesPending } from './PricesPending.tsx';
import { WaitingPicture } from './WaitingPicture.tsx';
import { PaymentStep } from './payment/PaymentStep.tsx';

/**
 * Leads from a picture to its payment and back to save it. Skips the payment where nothing is sold, and for a person
 * with credits who has chosen no price.
 */
export function FastCheckoutPage() {
  const { t } = useTranslation('checkout');
  const [query] = useSearchParams();
  const { data: billing, error: billingError, refetch: loadBilling } = useBilling();
  const { prices, isNothingSold, error, refetch } = usePrices();
  const wanted = query.get('goTo') ?? '';
  const isForPicture = isOurPath(wanted);
  const goTo = isForPicture ? wanted : '/app/dashboard';
  // The dashboard's address names no picture.
  const picture = isForPicture
    ? (new URL(goTo, location.origin).searchParams.get('image') ?? wishedPicture(goTo))
    : undefined;
  const priceName = query.get('priceName');
  const hasPlan = billing !== undefined && billing.planName !== null;
  const isPack = prices?.some(({ name }) => name === priceName && isPackPrice(name)) ?? false;
  if (hasPlan && priceName !== null && prices !== undefined && !isPack) {
    return <Navigate to="/app/billing" replace />;
  }
  const hasCredits = billing !== undefined && billing.credits > 0;
  if ((hasCredits && priceName === null) || isNothingSold) return <Navigate to={goTo} replace />;
  return (
    <>
      <Head page="billing" texts="app" />
      <div>
        <Typography variant="h1" sx={{ fontSize: 'largest', marginBlockEnd: '10px' }}>
          {t(isForPicture ? 'fast.title' : 'title')}
        </Typography>
        {isForPicture && (
          <>
            <Typography sx={{ color: 'clearcut.onMatSoft' }}>{t('fast.lead')}</Typography>
            {picture !== undefined && <WaitingPicture id={picture} />}
            <Link component={RouterLink} to={withoutSave(goTo)} sx={{ display: 'inline-block', paddingBlock: '10px' }}>
              {t('fast.notNow')}
            </Link>
          </>
        )}
      </div>
      {prices === undefined ? (
        <PricesPending error={error} onAgain={() => void refetch()} />
      ) : billing === undefined ? (
        <PricesPending error={billingError} onAgain={() => void loadBilling()} />
      ) : (
        <Choice
          prices={prices}
          hasPlan={hasPlan}
          hasTrial={billing.subscriptionInfo === null || billing.subscriptionInfo.status === 'pending'}
          wanted={priceName}
          goTo={goTo}
        />
      )}
    </>
  );
}

/** Without the save that would resume. */
const withoutSave = (path: string): string => path.replace(/[?&]resume=save$/, '');

interface ChoiceProps {
  readonly prices: readonly PriceAnswer[];
  /** With a plan, more credits are bought beside it. */
  readonly hasPlan: boolean;
  readonly hasTrial: boolean;
  readonly wanted: string | null;
  readonly goTo: string;
}

function Choice({ prices, hasPlan, hasTrial, wanted, goTo }: ChoiceProps) {
  const { t } = useTranslation(['checkout', 'payments']);
  const { money } = useMoney();
  const { number } = useFormat();
  const offered = prices.filter(
    ({ name }) => isPackPrice(name) || (!hasPlan && (isPlanPrice(name) || (hasTrial && name === 'trial'))),
  );
  const [chosen, setChosen] = useState(
    () => (offered.find(({ name }) => name === wanted) ?? offered[0])?.name ?? 'starter',
  );
  const price = offered.find(({ name }) => name === chosen);
  const after = prices.find(({ name }) => name === TRIAL_CONVERTS_TO);
  const textOf = (name: PriceAnswer['name'], unitAmount: number, currency: string, count: number): string =>
    isPackPrice(name)
      ? t('checkout:fast.once', { amount: money(unitAmount, currency) })
      : name === 'trial' && after !== undefined
        ? t('payments:trial.row', {
            first: money(unitAmount, currency),
            days: number(TRIAL_DAYS),
            amount: money(after.unitAmount, after.currency),
          })
        : t('checkout:fast.choice', { amount: money(unitAmount, currency), number: number(count), count });
  // Skips a choice that the page before has made.
  const [isChoosing, setChoosing] = useState(price === undefined || chosen !== wanted);
  if (!isChoosing && price !== undefined) {
    return (
      <>
        <PaymentStep price={price} goTo={goTo} />
        <Button sx={{ justifySelf: 'start', color: 'inherit' }} onClick={() => setChoosing(true)}>
          {t('checkout:return.otherPlan')}
        </Button>
      </>
    );
  }
  return (
    <>
      <Sheet sx={[snipped(28), { paddingBlock: { xs: 3, sm: 4 }, paddingInline: { xs: 2.5, sm: 4 } }]}>
        <ChoiceList
          label={t('checkout:fast.plan')}
          value={chosen}
          onChange={setChosen}
          choices={offered.map(({ name, unitAmount, currency, credits }) => ({
            value: name,
            label: t(`payments:plan.${name}`),
            text: textOf(name, unitAmount, currency, credits),
          }))}
        />
      </Sheet>
      {price !== undefined && <PaymentStep key={price.id} price={price} goTo={goTo} />}
    </>
  );
}
