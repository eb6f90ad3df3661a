import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../../ui/forms/FormField.tsx';
import { PasswordField } from '../../../ui/forms/PasswordField.tsx';
import { useAuthOptions } from '../human-check/useAuthOptions.ts';
import { getResetLink, resetPassword } from '../session/api.ts';
import { resetSchema } from './schemas.ts';
import { FormShell } from './FormShell.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { useAuthForm } from './useAuthForm.ts';

export interface ResetPasswordFormProps {
  readonly token: string;
  readonly onDone: () => void;
  /** Asks for another link, when this one has expired. */
  readonly onRestart: () => void;
}

/** How many logins at other sites open the account of the link; 0 while it is not known, or the link has expired. */
function useThirdPartyLogins(token: string): number {
  const [logins, setLogins] = useState(0);
  useEffect(() => {
    let left = false;
    getResetLink(token).then(
      (view) => left || setLogins(view.third_party_logins),
      // Setting the password says what is wrong with the link.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [token]);
  return logins;
}

/** A new password by the link from a mail. */
export function ResetPasswordForm({ token, onDone, onRestart }: ResetPasswordFormProps) {
  const { t } = useTranslation('auth');
  const { passwordMinLength } = useAuthOptions();
  const logins = useThirdPartyLogins(token);
  const [removes, setRemoves] = useState(true);
  const { form, submit, failure, busy } = useAuthForm(
    resetSchema(passwordMinLength),
    { password: '', repeat: '' },
    async ({ password }) => {
      await resetPassword({ token, password, remove_logins: logins > 0 && removes });
      onDone();
    },
  );
  return (
    <FormShell onSubmit={submit} failure={failure} busy={busy} action={t('reset.submit')}>
      <NewPasswordField form={form} label={t('field.newPassword')} />
      <FormField
        form={form}
        name="repeat"
        as={PasswordField}
        autoComplete="new-password"
        label={t('field.repeatPassword')}
      />
      {logins > 0 && (
        <FormControlLabel
          control={<Checkbox checked={removes} onChange={(_event, checked) => setRemoves(checked)} />}
          label={t('reset.removeLogins')}
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
