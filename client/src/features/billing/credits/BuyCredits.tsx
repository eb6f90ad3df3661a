import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { checkoutPath } from '../payments/data/open-checkout.ts';
import { LoadFailed } from '../../../ui/page/LoadFailed.tsx';
import { usePrices } from '../payments/data/usePrices.ts';
import { PackList } from '../payments/plans/PackList.tsx';

export function BuyCredits() {
  const { t } = useTranslation('payments');
  const { prices, isNothingSold, error, refetch } = usePrices();
  if (prices === undefined) {
    if (isNothingSold || error === null) return null;
    return <LoadFailed title={t('packs.title')} error={error} onAgain={() => void refetch()} />;
  }
  return (
    <div>
      <Typography variant="h3" sx={{ fontSize: 'lead' }}>
        {t('packs.title')}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>{t('packs.text')}</Typography>
      <PackList
        prices={prices}
        busy={false}
        // A full page load: only pages of the checkout may load the payment provider's script.
        onChoose={({ id: priceId, name: priceName }) =>
          location.assign(checkoutPath({ step: 'PAYMENT', priceId, priceName }))
        }
      />
    </div>
  );
}
