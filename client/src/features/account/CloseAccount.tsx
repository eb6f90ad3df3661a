import { call } from '../../lib/contracts/call.ts';
import { userContracts } from '@clearcut/schemas/contracts/identity/account';
import { useMutation } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { FormPart } from '../../ui/forms/FormPart.tsx';
import { showToast } from '../../ui/toasts/show-toast.ts';
import { useProfile } from '../auth/session/useProfile.ts';
import { forgetPerson } from './forget-person.ts';
import { WhatIsKept } from './WhatIsKept.tsx';

export function CloseAccount() {
  const { t } = useTranslation('account');
  const { role, team_permissions } = useProfile();
  const [open, setOpen] = useState(false);
  const close = useMutation({
    mutationFn: () => call(userContracts.close),
    onSuccess: () => {
      showToast(t('close.done'));
      forgetPerson();
    },
  });
  const mayClose = role === 'admin' || team_permissions.may_delete_own_account;
  return (
    <FormPart title={t('close.title')}>
      <Typography>{t(mayClose ? 'close.lead' : 'close.forbidden')}</Typography>
      {mayClose && (
        <Button
          variant="outlined"
          color="error"
          sx={{ justifySelf: 'start' }}
          onClick={() => {
            close.reset();
            setOpen(true);
          }}
        >
          {t('close.open')}
        </Button>
      )}
      <ConfirmDialog
        open={open}
        title={t('close.question')}
        text={t('close.text')}
        confirm={t('close.confirm')}
        keep={t('close.keep')}
        busy={close.isPending}
        error={close.error}
        onConfirm={() => close.mutate()}
        onClose={() => setOpen(false)}
      >
        <WhatIsKept />
      </ConfirmDialog>
    </FormPart>
  );
}
