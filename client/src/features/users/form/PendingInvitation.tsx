import type { AdminUser } from '@clearcut/schemas/team/http';
import { useMutation } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { MailIcon } from '../../../ui/work-icons.tsx';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { useFailureToast } from '../../../ui/toasts/useFailureToast.ts';
import { resendInvitation } from '../person/users-provider.ts';

export function PendingInvitation({ user }: { user: AdminUser }) {
  const { t } = useTranslation('users');
  const failureToast = useFailureToast();
  const resend = useMutation({
    mutationFn: () => resendInvitation(user.id),
    onSuccess: () => showToast(t('notifications.resent')),
    onError: failureToast,
  });
  return (
    <Box
      component="section"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        rowGap: 1.5,
        columnGap: 4,
        paddingBlock: 2.5,
        paddingInline: { xs: 2.5, md: 4 },
        border: '2px dashed',
        borderColor: 'clearcut.edge',
        borderRadius: '4px',
      }}
    >
      <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="h3" component="h2">
          {t('pending.title')}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>{t('pending.text', { email: user.email })}</Typography>
      </Box>
      <Button
        variant="outlined"
        startIcon={<MailIcon aria-hidden />}
        disabled={resend.isPending}
        onClick={() => resend.mutate()}
      >
        {t('pending.resend')}
      </Button>
    </Box>
  );
}
