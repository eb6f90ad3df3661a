import type { AdminUser } from '@clearcut/schemas/team/http';
import { useMutation } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRefresh } from 'react-admin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { removeFactorOf } from '../person/users-provider.ts';
import { nameOf } from '../person/user.ts';
import { UserAction } from './UserAction.tsx';

/** For a user who has lost phone and recovery codes: logs them out, and lets their next login in by the password alone. */
export function LostFactor({ user }: { user: AdminUser }) {
  const { t } = useTranslation('users');
  const failureText = useFailureText();
  const refresh = useRefresh();
  const [open, setOpen] = useState(false);
  const removal = useMutation({
    mutationFn: () => removeFactorOf(user.id),
    onSuccess: () => {
      setOpen(false);
      showToast(t('factor.done'));
      refresh();
    },
  });
  return (
    <UserAction heading={t('factor.heading')} lead={t('factor.lead')}>
      <Button
        variant="outlined"
        onClick={() => {
          removal.reset();
          setOpen(true);
        }}
      >
        {t('factor.open')}
      </Button>
      <ConfirmDialog
        open={open}
        title={t('factor.title', { name: nameOf(user) })}
        text={t('factor.text')}
        confirm={t('factor.open')}
        keep={t('factor.keep')}
        busy={removal.isPending}
        error={
          removal.isError && (
            <Typography role="alert" color="error" sx={{ marginBlockEnd: '16px', fontWeight: 550 }}>
              {failureText(toFailure(removal.error))}
            </Typography>
          )
        }
        onConfirm={() => removal.mutate()}
        onClose={() => setOpen(false)}
      />
    </UserAction>
  );
}
