import { tagOf } from '@clearcut/schemas/languages';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSiteFacts } from '../../../../lib/site/facts.ts';
import { useFailureToast } from '../../../../ui/toasts/useFailureToast.ts';
import { chooseCurrency } from '../data/currency.ts';
import { currenciesQuery } from '../data/queries.ts';

/** Fixed, so that neighbours do not move. */
const WIDTH = { width: 260, maxWidth: '100%' } as const;

export interface CurrencySelectProps {
  readonly currency: string | undefined;
  readonly isLocked: boolean;
  /** Prices are loading. */
  readonly isComing?: boolean;
}

/** Currency of prices and payments; fixed while a subscription runs. */
export function CurrencySelect({ currency, isLocked, isComing = false }: CurrencySelectProps) {
  const { t, i18n } = useTranslation('payments');
  const { sold } = useSiteFacts();
  const { data: currencies, isPending } = useQuery({
    ...currenciesQuery,
    placeholderData: () => sold?.currencies,
    enabled: sold !== null,
  });
  const change = useMutation({ mutationFn: chooseCurrency, onError: useFailureToast() });
  if (isComing || (currency !== undefined && isPending)) return <Placeholder />;
  if (currency === undefined || currencies === undefined || currencies.length < 2) return null;
  const names = new Intl.DisplayNames(tagOf(i18n.language), { type: 'currency' });
  return (
    <TextField
      select
      label={t('currency.label')}
      value={change.isPending ? change.variables : currency}
      disabled={isLocked || change.isPending}
      helperText={isLocked ? t('currency.locked', { currency: currency.toUpperCase() }) : undefined}
      onChange={({ target }) => change.mutate(target.value)}
      sx={{ ...WIDTH, '& .MuiFormHelperText-root.Mui-disabled': { color: 'text.secondary' } }}
    >
      {(currencies.includes(currency) ? currencies : [currency, ...currencies]).map((code) => (
        <MenuItem key={code} value={code}>
          {code.toUpperCase()} – {names.of(code.toUpperCase())}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Reserves the field's space until the currencies are known. */
function Placeholder() {
  const { t } = useTranslation('payments');
  return (
    <Skeleton variant="rounded" component="div" sx={WIDTH}>
      <TextField label={t('currency.label')} fullWidth />
    </Skeleton>
  );
}
