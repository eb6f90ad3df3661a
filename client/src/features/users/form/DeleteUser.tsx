import type { AdminUser } from '@clearcut/schemas/team/http';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useDelete, useRedirect } from 'react-admin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { TrashIcon } from '../../../ui/icons.tsx';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { nameOf } from '../person/user.ts';
import { UserAction } from './UserAction.tsx';

/** Takes a person out of the team and ends their account, after asking. */
export function DeleteUser({ user }: { user: AdminUser }) {
  const { t } = useTranslation('users');
  const failureText = useFailureText();
  const redirect = useRedirect();
  const [open, setOpen] = useState(false);
  const [remove, removal] = useDelete<AdminUser>();

  const confirm = () =>
    void remove(
      'users',
      { id: user.id, previousData: user },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          showToast(t('notifications.deleted'));
          redirect('list', 'users');
        },
      },
    );
  return (
    <UserAction heading={t('remove.heading')} lead={t('remove.lead')}>
      <Button
        variant="outlined"
        color="error"
        startIcon={<TrashIcon aria-hidden />}
        onClick={() => {
          removal.reset();
          setOpen(true);
        }}
      >
        {t('remove.open')}
      </Button>
      <ConfirmDialog
        open={open}
        title={t('remove.title', { name: nameOf(user) })}
        text={t('remove.text')}
        confirm={t('remove.confirm')}
        keep={t('remove.keep')}
        busy={removal.isPending}
        error={
          removal.isError && (
            <Typography role="alert" color="error" sx={{ marginBlockEnd: '16px', fontWeight: 550 }}>
              {failureText(toFailure(removal.error))}
            </Typography>
          )
        }
        onConfirm={confirm}
        onClose={() => setOpen(false)}
      />
    </UserAction>
  );
}
