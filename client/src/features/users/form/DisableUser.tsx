import type { AdminUser } from '@clearcut/schemas/team/http';
import { useMutation } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { useRefresh } from 'react-admin';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { useFailureToast } from '../../../ui/toasts/useFailureToast.ts';
import { disableUser, enableUser } from '../person/users-provider.ts';
import { UserAction } from './UserAction.tsx';

/** Disables a user or enables them again. Nothing is lost, so it needs no confirmation. */
export function DisableUser({ user: { id, status } }: { user: AdminUser }) {
  const { t } = useTranslation('users');
  const failureToast = useFailureToast();
  const refresh = useRefresh();
  const way = status === 'Disabled' ? 'enable' : 'disable';
  const change = useMutation({
    mutationFn: () => (way === 'enable' ? enableUser(id) : disableUser(id)),
    onSuccess: () => {
      showToast(t(`${way}.done`));
      refresh();
    },
    onError: failureToast,
  });
  return (
    <UserAction heading={t(`${way}.heading`)} lead={t(`${way}.lead`)}>
      <Button variant="outlined" disabled={change.isPending} onClick={() => change.mutate()}>
        {t(`${way}.open`)}
      </Button>
    </UserAction>
  );
}
