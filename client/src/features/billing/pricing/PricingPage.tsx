import { isPackPrice } from '@clearcut/schemas/subscription/prices';
import type { PriceAnswer } from '@clearcut/schemas/subscription/http';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Head } from '../../../ui/page/Head.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../ui/paper/snipped.ts';
import { authModal } from '../../auth/modal/auth-modal.ts';
import { useSession } from '../../auth/session/useSession.ts';
import { checkoutPath } from '../payments/data/open-checkout.ts';
import { useOpenCheckout } from '../payments/data/useOpenCheckout.ts';
import { usePrices } from '../payments/data/usePrices.ts';
import { LoadFailed } from '../../../ui/page/LoadFailed.tsx';
import { CurrencySelect } from '../payments/plans/CurrencySelect.tsx';
import { FreeCard } from '../payments/plans/FreeCard.tsx';
import { PlanCards } from '../payments/plans/PlanCards.tsx';
import { PlanCardsSkeleton } from '../payments/plans/PlanCardsSkeleton.tsx';
import { fastCheckoutPath } from '../../private-area/fast-checkout.ts';
import { useBilling } from '../../pictures/saves/useCredits.ts';
import { NothingSold } from './NothingSold.tsx';
import { Packs, PacksSkeleton } from './Packs.tsx';
import { Questions } from './Questions.tsx';

export function PricingPage() {
  const { t } = useTranslation(['pricing', 'common', 'payments']);
  const { prices, currency, isLocked, isNothingSold, error, refetch } = usePrices();
  const { profile } = useSession();
  const { data: billing } = useBilling();
  const { choose, busy } = useChoose(billing?.planName !== undefined && billing.planName !== null);
  const mayChoose = profile === undefined || profile.team_permissions.sections.includes('billing');
  const info = billing?.subscriptionInfo;
  const isTrial = billing?.planName === 'trial';
  const isComing = prices === undefined && error === null && !isNothingSold;
  return (
    <Box
      sx={{
        width: '100%',
        maxWidth: 1280,
        marginInline: 'auto',
        paddingInline: { xs: 2, md: 4 },
        paddingBlock: { xs: '24px 48px', md: '48px 72px' },
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 3,
      }}
    >
      <Head page="pricing" path="/pricing" />
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          alignItems: 'flex-end',
          rowGap: 2.5,
          columnGap: 5,
        }}
      >
        <Box sx={{ flex: '1 1 420px' }}>
          <Typography variant="h1">{t('title')}</Typography>
          {!isNothingSold && (
            <Typography sx={{ marginBlockStart: 1.5, maxWidth: '60ch', color: 'text.secondary' }}>
              {t('lead')}
            </Typography>
          )}
        </Box>
        <CurrencySelect currency={currency} isLocked={isLocked} isComing={isComing} />
      </Box>
      {prices !== undefined ? (
        <PlanCards
          prices={prices}
          present={isTrial ? undefined : (info?.price ?? undefined)}
          following={isTrial ? (info?.price ?? undefined) : undefined}
          hasTrial={info === undefined || info === null || info.status === 'pending'}
          busy={busy}
          onChoose={mayChoose ? (price) => void choose(price) : undefined}
          free={
            profile === undefined ? (
              <FreeCard signUp={t('common:nav.signUp')} onSignUp={() => authModal.open('signUp')} />
            ) : undefined
          }
        />
      ) : isNothingSold ? (
        <NothingSold />
      ) : isComing ? (
        <PlanCardsSkeleton label={t('loading')} />
      ) : (
        <Sheet sx={[snipped(28), { paddingBlock: 3.5, paddingInline: 3 }]}>
          <LoadFailed title={t('failed')} error={error} onAgain={() => void refetch()} />
        </Sheet>
      )}
      {isComing && <PacksSkeleton />}
      {prices?.some(({ name }) => isPackPrice(name)) === true && (
        <Packs prices={prices} busy={busy} onChoose={mayChoose ? (price) => void choose(price) : undefined} />
      )}
      {!mayChoose && !isNothingSold && <Typography sx={{ color: 'text.secondary' }}>{t('askAdmin')}</Typography>}
      {!isNothingSold && <Questions />}
    </Box>
  );
}

function useChoose(runs: boolean): { readonly choose: (price: PriceAnswer) => Promise<void>; readonly busy: boolean } {
  const { profile } = useSession();
  const { open, busy } = useOpenCheckout();
  const choose = async (price: PriceAnswer) => {
    if (profile === undefined) {
      authModal.open('fastSignUp', { goTo: fastCheckoutPath({ priceName: price.name }) });
      return;
    }
    if (runs || isPackPrice(price.name)) {
      location.assign(checkoutPath({ step: 'PAYMENT', priceId: price.id, priceName: price.name }));
      return;
    }
    await open(price);
  };
  return { choose, busy };
}
