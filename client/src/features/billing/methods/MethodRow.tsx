import type { PaymentMethod } from '@clearcut/schemas/subscription/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListRow } from '../../../ui/paper/ListRow.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { useFailureToast } from '../../../ui/toasts/useFailureToast.ts';
import { subscriptionContracts } from '@clearcut/schemas/contracts/subscription';
import { call } from '../../../lib/contracts/call.ts';
import { methodsQuery } from '../payments/data/queries.ts';
import { useExpiry, useMethodName } from '../payments/method-name.ts';

export function MethodRow({ method }: { method: PaymentMethod }) {
  const { t } = useTranslation('billing');
  const nameOf = useMethodName();
  const expiryOf = useExpiry();
  const failureToast = useFailureToast();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const show = (methods: readonly PaymentMethod[]) => queryClient.setQueryData(methodsQuery.queryKey, [...methods]);
  const name = nameOf(method);
  const choose = useMutation({
    mutationFn: () => call(subscriptionContracts.setDefaultPaymentMethod, { body: { payment_method_id: method.id } }),
    onSuccess: (methods) => {
      show(methods);
      showToast(t('method.chosen', { name }));
    },
    onError: failureToast,
  });
  const remove = useMutation({
    mutationFn: () => call(subscriptionContracts.removePaymentMethod, { body: { payment_method_id: method.id } }),
    onSuccess: (methods) => {
      show(methods);
      showToast(t('method.removed'));
    },
  });
  return (
    <ListRow
      title={name}
      text={[method.isDefault ? t('method.pays') : undefined, expiryOf(method)].filter(Boolean).join(' · ')}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {!method.isDefault && (
          <Button
            variant="outlined"
            disabled={choose.isPending}
            aria-label={t('method.chooseOne', { name })}
            onClick={() => choose.mutate()}
          >
            {t('method.choose')}
          </Button>
        )}
        <Button aria-label={t('method.removeOne', { name })} onClick={() => setAsking(true)} sx={{ paddingInline: 0 }}>
          {t('method.remove')}
        </Button>
      </Box>
      <ConfirmDialog
        open={isAsking}
        title={t('method.question', { name })}
        text={t('method.removeText')}
        confirm={t('method.remove')}
        keep={t('method.keep')}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={() => {
          remove.reset();
          setAsking(false);
        }}
      />
    </ListRow>
  );
}
