import type { InvitationView, Profile } from '@clearcut/schemas/identity/http';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/i18n/useLanguage.ts';
import { useAuthOptions } from '../human-check/useAuthOptions.ts';
import { acceptInvitation } from '../api.ts';
import { enter } from '../session/enter.ts';
import { invitationSchema } from './schemas.ts';
import { Agreement } from './Agreement.tsx';
import { FormShell } from './FormShell.tsx';
import { NameFields } from './fields/NameFields.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { RepeatPasswordField } from './fields/RepeatPasswordField.tsx';
import { useAuthForm } from './useAuthForm.ts';

export interface InvitationFormProps {
  readonly token: string;
  readonly invitation: InvitationView;
  readonly onEntered: (profile: Profile) => void;
}

export function InvitationForm({ token, invitation, onEntered }: InvitationFormProps) {
  const { t } = useTranslation('auth');
  const language = useLanguage();
  const { first_name, last_name, email } = invitation;
  const { passwordMinLength } = useAuthOptions();
  const { form, submit, failure, busy } = useAuthForm(
    invitationSchema(passwordMinLength),
    { first_name, last_name, password: '', repeat: '' },
    async ({ first_name: first = '', last_name: last = '', password }) =>
      onEntered(await enter(() => acceptInvitation({ token, password, first_name: first, last_name: last, language }))),
  );
  return (
    <FormShell onSubmit={submit} failure={failure} busy={busy} action={t('invitation.submit')}>
      {/* Password managers would otherwise store the password without a user name. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <NameFields form={form} />
      <NewPasswordField form={form} label={t('field.password')} />
      <RepeatPasswordField form={form} />
      <Agreement />
    </FormShell>
  );
}
