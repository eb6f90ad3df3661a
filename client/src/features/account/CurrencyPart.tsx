import { tagOf } from '@clearcut/schemas/languages';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { FormPart } from '../../ui/forms/FormPart.tsx';
import { LoadFailed } from '../../ui/page/LoadFailed.tsx';
import { useProfile } from '../auth/session/useProfile.ts';
import { usePrices } from '../billing/payments/data/usePrices.ts';
import { CurrencySelect } from '../billing/payments/plans/CurrencySelect.tsx';

/** Currency of prices and payments, and the country that the server takes the person to be in. */
export function CurrencyPart() {
  const { t, i18n } = useTranslation(['payments', 'tax']);
  const { country } = useProfile();
  const { currency, isLocked, isNothingSold, prices, error, refetch } = usePrices();
  if (isNothingSold) return null;
  const names = new Intl.DisplayNames(tagOf(i18n.language), { type: 'region' });
  return (
    <FormPart title={t('currency.label')}>
      {prices === undefined && error !== null && <LoadFailed error={error} onAgain={() => void refetch()} />}
      <CurrencySelect currency={currency} isLocked={isLocked} isComing={prices === undefined && error === null} />
      {country !== null && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('tax:country')}: {names.of(country)}
        </Typography>
      )}
    </FormPart>
  );
}
