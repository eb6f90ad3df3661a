import { useMutation } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { useFailureToast } from '../../../ui/toasts/useFailureToast.ts';
import { sendProof } from '../session/api.ts';
import { useAuthOptions } from '../human-check/useAuthOptions.ts';

/** Says what an account whose address is not proved has to do, and sends the mail again. */
export function UnprovedNotice({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const failureToast = useFailureToast();
  const options = useAuthOptions();
  const resend = useMutation({
    mutationFn: sendProof,
    onSuccess: () => showToast(t('proof.sent')),
    onError: failureToast,
  });
  return (
    <Box
      component="section"
      aria-label={t('proof.title')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: '4px 20px',
        padding: { xs: '10px 16px', md: '10px 32px' },
        borderBlockEnd: '1px solid',
        borderColor: 'clearcut.edge',
        backgroundColor: 'background.paper',
      }}
    >
      <Typography sx={{ flexGrow: 1, minWidth: 0, flexBasis: 320, overflowWrap: 'anywhere' }}>
        {t('proof.notice', { email })}
      </Typography>
      {options.sandbox && (
        <Button href="/dev/mailbox" target="_blank" rel="noopener">
          {t('link.mailbox')}
        </Button>
      )}
      <Button disabled={resend.isPending || resend.isSuccess} onClick={() => resend.mutate()}>
        {t('proof.again')}
      </Button>
    </Box>
  );
}
