import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormPart } from '../../ui/forms/FormPart.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { subscriptionContracts } from '@clearcut/schemas/contracts/subscription';
import { call } from '../../lib/contracts/call.ts';
import { useMoney } from './payments/data/useMoney.ts';
import { usePrices } from './payments/data/usePrices.ts';
import { usePay } from './payments/usePay.ts';
import { invoicesQuery } from './payments/data/queries.ts';

export function SupportPart({ isOwned }: { isOwned: boolean }) {
  const { t } = useTranslation('billing');
  const { money } = useMoney();
  const queryClient = useQueryClient();
  const { prices } = usePrices();
  const { pay, busy, failure } = usePay();
  const [isAsking, setAsking] = useState(false);
  const price = prices?.find(({ name }) => name === 'support_addon');
  if (price === undefined) return null;
  const amount = money(price.unitAmount, price.currency);
  const buy = async () => {
    await pay({ kind: 'retry', priceName: 'support_addon', priceId: null, goTo: null }, () =>
      call(subscriptionContracts.chargeSupportAddon),
    );
    void queryClient.invalidateQueries(invoicesQuery);
  };
  return (
    <FormPart title={t('support.title')}>
      <Typography>{t('support.text')}</Typography>
      {isOwned ? (
        <Typography sx={{ fontWeight: 'strong' }} data-testid="support-owned">
          {t('support.owned')}
        </Typography>
      ) : (
        <Button variant="outlined" sx={{ justifySelf: 'start' }} onClick={() => setAsking(true)}>
          {t('support.buy', { amount })}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        title={t('support.question')}
        text={t('support.charge', { amount })}
        confirm={t('support.buy', { amount })}
        keep={t('support.keep')}
        tone="primary"
        busy={busy}
        error={failure}
        onConfirm={() => void buy()}
        onClose={() => setAsking(false)}
      />
    </FormPart>
  );
}
