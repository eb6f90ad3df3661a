import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { FormPart } from '../../../ui/forms/FormPart.tsx';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { FormProblem } from '../../../ui/forms/FormProblem.tsx';
import { subscriptionContracts } from '@clearcut/schemas/contracts/subscription';
import { call } from '../../../lib/contracts/call.ts';
import { methodsQuery } from '../payments/data/queries.ts';
import { PaymentForm } from '../payments/form/PaymentForm.tsx';
import type { PaymentFormHandle } from '../payments/form/port.ts';
import { LoadFailed } from '../../../ui/page/LoadFailed.tsx';

export function AddMethod() {
  const { t } = useTranslation('billing');
  const [isOpen, setOpen] = useState(false);
  return (
    <FormPart title={t('method.addTitle')} lead={t('method.addLead')}>
      {isOpen ? (
        <NewMethod onDone={() => setOpen(false)} />
      ) : (
        <Button variant="outlined" sx={{ justifySelf: 'start' }} onClick={() => setOpen(true)}>
          {t('method.add')}
        </Button>
      )}
    </FormPart>
  );
}

function NewMethod({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('billing');
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const form = useRef<PaymentFormHandle>(null);
  // A setup takes one payment method.
  const setup = useQuery({
    queryKey: ['setup-intent'],
    queryFn: ({ signal }) => call(subscriptionContracts.setupIntent, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
  const save = useMutation({
    mutationFn: async () => {
      const id = await form.current?.take();
      if (id === undefined) return undefined;
      return call(subscriptionContracts.setDefaultPaymentMethod, { body: { payment_method_id: id } });
    },
    onSuccess: (methods) => {
      if (methods === undefined) return;
      queryClient.setQueryData(methodsQuery.queryKey, methods);
      showToast(t('method.added'));
      onDone();
    },
    // A method accepted and then refused, such as American Express, has used up the setup.
    onError: () => void setup.refetch(),
  });
  if (setup.error !== null && setup.data === undefined) {
    return <LoadFailed title={t('method.formFailed')} error={setup.error} onAgain={() => void setup.refetch()} />;
  }
  if (setup.data === undefined) return <Skeleton variant="rounded" height={220} />;
  const { clientSecret } = setup.data;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <PaymentForm purpose={{ kind: 'keep', clientSecret }} handle={form} />
      <FormProblem text={save.error === null ? undefined : failureText(toFailure(save.error))} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button variant="contained" color="primary" disabled={save.isPending} onClick={() => save.mutate()}>
          {t('method.save')}
        </Button>
        <Button variant="outlined" onClick={onDone}>
          {t('method.cancel')}
        </Button>
      </Box>
    </Box>
  );
}
