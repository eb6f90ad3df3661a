import type { AdminUser } from '@clearcut/schemas/team/http';
import { useMutation } from '@tanstack/react-query';
import { useRefresh } from 'react-admin';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { removeFactorOf } from '../person/users-provider.ts';
import { nameOf } from '../person/user.ts';
import { ConfirmedAction } from './ConfirmedAction.tsx';

/** For a lost phone and recovery codes: logs the user out and allows their next login by password alone. */
export function LostFactor({ user }: { user: AdminUser }) {
  const { t } = useTranslation('users');
  const refresh = useRefresh();
  const removal = useMutation({ mutationFn: () => removeFactorOf(user.id) });
  const remove = (close: () => void) =>
    removal.mutate(undefined, {
      onSuccess: () => {
        close();
        showToast(t('factor.done'));
        refresh();
      },
    });
  return (
    <ConfirmedAction
      heading={t('factor.heading')}
      lead={t('factor.lead')}
      button={{ children: t('factor.open') }}
      question={{
        title: t('factor.title', { name: nameOf(user) }),
        text: t('factor.text'),
        confirm: t('factor.open'),
        keep: t('factor.keep'),
      }}
      action={removal}
      onConfirm={remove}
    />
  );
}
