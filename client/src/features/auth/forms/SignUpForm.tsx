import type { Profile } from '@clearcut/schemas/identity/http';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { useLanguage } from '../../../lib/i18n/useLanguage.ts';
import { FormField } from '../../../ui/forms/FormField.tsx';
import { signUp } from '../api.ts';
import { enter } from '../session/enter.ts';
import { visitor } from '../session/visitor.ts';
import { signUpSchema } from './schemas.ts';
import { useAuthOptions } from '../human-check/useAuthOptions.ts';
import { useHumanCheck } from '../human-check/useHumanCheck.tsx';
import { Agreement } from './Agreement.tsx';
import { EmailField } from './EmailField.tsx';
import { FormShell } from './FormShell.tsx';
import { NameFields } from './fields/NameFields.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { useAuthForm } from './useAuthForm.ts';

export interface SignUpFormProps {
  /** On the way to the checkout: asks only for what an account needs. */
  readonly fast: boolean;
  readonly problem: string | undefined;
  readonly onEntered: (profile: Profile) => void;
}

export function SignUpForm({ fast, problem, onEntered }: SignUpFormProps) {
  const { t } = useTranslation('auth');
  const language = useLanguage();
  const { widget, checked } = useHumanCheck();
  const [key] = useState(randomUuid);
  const empty = { email: '', password: '', first_name: '', last_name: '' };
  const { passwordMinLength } = useAuthOptions();
  const { form, submit, failure, busy } = useAuthForm(signUpSchema(passwordMinLength), empty, async (values) =>
    onEntered(await checked((token) => enter(() => signUp({ ...values, language, ...visitor(), ...token }, key)))),
  );
  return (
    <FormShell onSubmit={submit} failure={failure} problem={problem} busy={busy} action={t('signUp.submit')}>
      <FormField form={form} name="email" as={EmailField} label={t('field.email')} />
      <NewPasswordField form={form} label={t('field.password')} />
      {!fast && <NameFields form={form} />}
      {widget}
      <Agreement />
    </FormShell>
  );
}
