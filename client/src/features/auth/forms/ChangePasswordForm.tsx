import { useTranslation } from 'react-i18next';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { useAuthOptions } from '../human-check/useAuthOptions.ts';
import { userContracts } from '@clearcut/schemas/contracts/identity/account';
import { call } from '../../../lib/contracts/call.ts';
import { resetSchema } from './schemas.ts';
import { session } from '../session/session.ts';
import { FormShell } from './FormShell.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { RepeatPasswordField } from './fields/RepeatPasswordField.tsx';
import { useAuthForm } from './useAuthForm.ts';

export function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('auth');
  const empty = { password: '', repeat: '' };
  const { passwordMinLength } = useAuthOptions();
  const { form, submit, failure, busy } = useAuthForm(resetSchema(passwordMinLength), empty, async ({ password }) => {
    session.update(await call(userContracts.update, { body: { password } }));
    showToast(t('change.done'));
    onDone();
  });
  return (
    <FormShell onSubmit={submit} failure={failure} busy={busy} action={t('change.submit')}>
      <NewPasswordField form={form} label={t('field.newPassword')} />
      <RepeatPasswordField form={form} />
    </FormShell>
  );
}
