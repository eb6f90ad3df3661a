import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import type { ResetPasswordView } from '@clearcut/schemas/identity/http';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuthOptions } from '../human-check/useAuthOptions.ts';
import { authContracts } from '@clearcut/schemas/contracts/identity/account';
import { call } from '../../../lib/contracts/call.ts';
import { resetSchema } from './schemas.ts';
import { FormShell } from './FormShell.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { RepeatPasswordField } from './fields/RepeatPasswordField.tsx';
import { useAuthForm } from './useAuthForm.ts';

export interface ResetPasswordFormProps {
  readonly token: string;
  readonly onDone: () => void;
  /** Requests another link when this one has expired. */
  readonly onRestart: () => void;
}

const NOTHING: ResetPasswordView = { third_party_logins: 0, api_keys: 0 };

/** Other ways into the account of the link; empty while unknown or when the link has expired. */
function useOtherWaysIn(token: string): ResetPasswordView {
  const [view, setView] = useState(NOTHING);
  useEffect(() => {
    let left = false;
    call(authContracts.resetLink, { query: { token } }).then(
      (answer) => left || setView(answer),
      // Setting the password reports what is wrong with the link.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [token]);
  return view;
}

export function ResetPasswordForm({ token, onDone, onRestart }: ResetPasswordFormProps) {
  const { t } = useTranslation('auth');
  const { passwordMinLength } = useAuthOptions();
  const { third_party_logins: logins, api_keys: keys } = useOtherWaysIn(token);
  const [removesLogins, setRemovesLogins] = useState(true);
  const [revokesKeys, setRevokesKeys] = useState(false);
  const { form, submit, failure, busy } = useAuthForm(
    resetSchema(passwordMinLength),
    { password: '', repeat: '' },
    async ({ password }) => {
      await call(authContracts.resetPassword, {
        body: {
          token,
          password,
          remove_logins: logins > 0 && removesLogins,
          revoke_keys: keys > 0 && revokesKeys,
        },
      });
      onDone();
    },
  );
  return (
    <FormShell onSubmit={submit} failure={failure} busy={busy} action={t('reset.submit')}>
      <NewPasswordField form={form} label={t('field.newPassword')} />
      <RepeatPasswordField form={form} />
      {logins > 0 && (
        <FormControlLabel
          control={<Checkbox checked={removesLogins} onChange={(_event, checked) => setRemovesLogins(checked)} />}
          label={t('reset.removeLogins')}
        />
      )}
      {keys > 0 && (
        <FormControlLabel
          control={<Checkbox checked={revokesKeys} onChange={(_event, checked) => setRevokesKeys(checked)} />}
          label={t('reset.revokeKeys')}
        />
      )}
      {failure?.code === 'link_expired' && (
        <Button variant="outlined" onClick={onRestart}>
          {t('reset.restart')}
        </Button>
      )}
    </FormShell>
  );
}
