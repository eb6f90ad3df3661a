import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { useFailureToast } from '../../../ui/toasts/useFailureToast.ts';
import { useAuthOptions } from '../human-check/useAuthOptions.ts';
import { authContracts } from '@clearcut/schemas/contracts/identity/account';
import { call } from '../../../lib/contracts/call.ts';

export function ProofActions() {
  const { t } = useTranslation('auth');
  const failureToast = useFailureToast();
  const { sandbox } = useAuthOptions();
  const resend = useMutation({
    mutationFn: () => call(authContracts.sendProof),
    onSuccess: () => showToast(t('proof.sent')),
    onError: failureToast,
  });
  return (
    <>
      {sandbox && (
        <Button href="/dev/mailbox" target="_blank" rel="noopener">
          {t('link.mailbox')}
        </Button>
      )}
      <Button disabled={resend.isPending} onClick={() => resend.mutate()}>
        {t('proof.again')}
      </Button>
    </>
  );
}
