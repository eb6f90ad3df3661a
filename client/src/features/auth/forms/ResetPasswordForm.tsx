import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../../ui/forms/FormField.tsx';
import { PasswordField } from '../../../ui/forms/PasswordField.tsx';
import { useAuthOptions } from '../human-check/useAuthOptions.ts';
import { resetPassword } from '../session/api.ts';
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

/** A new password by the link from a mail. */
export function ResetPasswordForm({ token, onDone, onRestart }: ResetPasswordFormProps) {
  const { t } = useTranslation('auth');
  const { passwordMinLength } = useAuthOptions();
  const { form, submit, failure, busy } = useAuthForm(
    resetSchema(passwordMinLength),
    { password: '', repeat: '' },
    async ({ password }) => {
      await resetPassword({ token, password });
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
      {failure?.code === 'link_expired' && (
        <Button variant="outlined" onClick={onRestart}>
          {t('reset.restart')}
        </Button>
      )}
    </FormShell>
  );
}
