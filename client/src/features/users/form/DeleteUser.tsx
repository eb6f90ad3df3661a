import type { AdminUser } from '@clearcut/schemas/team/http';
import { useDelete, useRedirect } from 'react-admin';
import { useTranslation } from 'react-i18next';
import { TrashIcon } from '../../../ui/work-icons.tsx';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { nameOf } from '../person/user.ts';
import { ConfirmedAction } from './ConfirmedAction.tsx';

export function DeleteUser({ user }: { user: AdminUser }) {
  const { t } = useTranslation('users');
  const redirect = useRedirect();
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
    <ConfirmedAction
      heading={t('remove.heading')}
      lead={t('remove.lead')}
      button={{ children: t('remove.open'), color: 'error', startIcon: <TrashIcon aria-hidden /> }}
      question={{
        title: t('remove.title', { name: nameOf(user) }),
        text: t('remove.text'),
        confirm: t('remove.confirm'),
        keep: t('remove.keep'),
      }}
      action={removal}
      onConfirm={confirm}
    />
  );
}
