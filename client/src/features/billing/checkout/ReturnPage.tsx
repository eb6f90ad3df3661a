import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { Head } from '../../../ui/page/Head.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../ui/paper/snipped.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { checkoutPath, SELECT_PLAN_PATH } from '../payments/data/open-checkout.ts';
import { type Purchase, rememberedPurchase } from '../payments/data/purchase.ts';
import { renewWish } from '../../private-area/save-wish.ts';
import { isOurPath } from './go-to.ts';
import { useOutcome } from './useOutcome.ts';

/**
 * Ends a payment; banks return here. Polls the server until the outcome is known. Uses only a bank's refusal from the
 * address, to stop waiting sooner. A reload polls again.
 */
export function ReturnPage() {
  const [query] = useSearchParams();
  const [purchase] = useState(rememberedPurchase);
  const outcome = useOutcome(purchase, query.get('redirect_status') === 'failed');
  return (
    <>
      <Head page="billing" texts="app" />
      <Sheet
        sx={[
          snipped(28),
          {
            display: 'grid',
            gap: 2,
            justifyItems: 'start',
            maxWidth: 640,
            paddingBlock: { xs: 3.5, sm: 5 },
            paddingInline: { xs: 2.5, sm: 5 },
          },
        ]}
      >
        {(outcome.is === 'waiting' || outcome.is === 'crediting') && <Waiting isPaid={outcome.is === 'crediting'} />}
        {outcome.is === 'paid' && <Paid credits={outcome.credits} purchase={purchase} />}
        {outcome.is === 'refused' && <Refused purchase={purchase} />}
        {outcome.is === 'unknown' && <Unknown onAgain={outcome.again} />}
      </Sheet>
    </>
  );
}

function Waiting({ isPaid }: { isPaid: boolean }) {
  const { t } = useTranslation('checkout');
  return (
    <div role="status" style={{ width: '100%' }}>
      <Typography variant="h1" sx={{ fontSize: 'larger', marginBlockEnd: 1 }}>
        {t(isPaid ? 'return.paidTitle' : 'return.waitingTitle')}
      </Typography>
      <Typography sx={{ marginBlockEnd: '18px' }}>
        {t(isPaid ? 'return.creditsComing' : 'return.waitingText')}
      </Typography>
      <ProgressBar label={t('return.waitingTitle')} share={undefined} />
    </div>
  );
}

function Paid({ credits, purchase }: { credits: number; purchase: Purchase | undefined }) {
  const { t } = useTranslation('checkout');
  const { number } = useFormat();
  const navigate = useNavigate();
  const { goTo = null, priceName } = purchase ?? {};
  const path = goTo !== null && isOurPath(goTo) ? goTo : undefined;
  useEffect(() => {
    // A person who paid to save a picture continues to it.
    if (path === undefined) return;
    renewWish();
    void navigate(path, { replace: true });
  }, [path, navigate]);
  return (
    <>
      <div role="status">
        <Typography variant="h1" sx={{ fontSize: 'larger', marginBlockEnd: 1 }}>
          {t('return.paidTitle')}
        </Typography>
        <Typography>
          {priceName === 'support_addon'
            ? t('return.paidAddon')
            : t('return.paidText', { count: credits, number: number(credits) })}
        </Typography>
      </div>
      <Button variant="contained" color="primary" size="large" href={path ?? '/app/dashboard'}>
        {t('return.start')}
      </Button>
      <Button href="/app/billing" sx={{ paddingInline: 0 }}>
        {t('return.billing')}
      </Button>
    </>
  );
}

function Refused({ purchase }: { purchase: Purchase | undefined }) {
  const { t } = useTranslation('checkout');
  const { kind = 'retry', priceId = null, priceName } = purchase ?? {};
  const isFirst = kind !== 'retry' && priceId !== null;
  const again = isFirst
    ? checkoutPath({ step: 'PAYMENT', priceId, ...(priceName ? { priceName } : {}) })
    : '/app/billing';
  return (
    <>
      <div role="alert">
        <Typography variant="h1" sx={{ fontSize: 'larger', marginBlockEnd: 1 }}>
          {t('return.refusedTitle')}
        </Typography>
        <Typography>{t('return.refusedText')}</Typography>
      </div>
      <Button variant="contained" color="primary" size="large" href={again}>
        {t('return.again')}
      </Button>
      {isFirst && kind === 'plan' && (
        <Button href={SELECT_PLAN_PATH} sx={{ paddingInline: 0 }}>
          {t('return.otherPlan')}
        </Button>
      )}
    </>
  );
}

function Unknown({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation('checkout');
  return (
    <>
      <div role="status">
        <Typography variant="h1" sx={{ fontSize: 'larger', marginBlockEnd: 1 }}>
          {t('return.unknownTitle')}
        </Typography>
        <Typography>{t('return.unknownText')}</Typography>
      </div>
      <Button variant="contained" color="primary" size="large" onClick={onAgain}>
        {t('return.look')}
      </Button>
      <Button href="/app/billing" sx={{ paddingInline: 0 }}>
        {t('return.billing')}
      </Button>
    </>
  );
}
