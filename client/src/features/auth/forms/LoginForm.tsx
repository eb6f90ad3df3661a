import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Profile } from '@clearcut/schemas/identity/http';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../../ui/forms/FormField.tsx';
import { PasswordField } from '../../../ui/forms/PasswordField.tsx';
import { logIn } from '../api.ts';
import { enter } from '../session/enter.ts';
import { loginSchema } from './schemas.ts';
import { useHumanCheck } from '../human-check/useHumanCheck.tsx';
import { EmailField } from './EmailField.tsx';
import { FormShell } from './FormShell.tsx';
import { SecondFactorForm } from './SecondFactorForm.tsx';
import { useAuthForm } from './useAuthForm.ts';

export interface LoginFormProps {
  readonly problem: string | undefined;
  readonly onEntered: (profile: Profile) => void;
  readonly onForgot: () => void;
}

export function LoginForm({ problem, onEntered, onForgot }: LoginFormProps) {
  const { t } = useTranslation('auth');
  const { widget, checked } = useHumanCheck();
  const { form, submit, failure, busy } = useAuthForm(loginSchema, { email: '', password: '' }, async (values) =>
    onEntered(await checked((token) => enter(() => logIn({ ...values, ...token })))),
  );
  if (failure?.code === 'second_factor_required') return <SecondFactorForm onEntered={onEntered} />;
  return (
    <FormShell onSubmit={submit} failure={failure} problem={problem} busy={busy} action={t('login.submit')}>
      <FormField form={form} name="email" as={EmailField} label={t('field.email')} autoComplete="username" />
      <Box>
        <FormField form={form} name="password" as={PasswordField} label={t('field.password')} />
        <Button onClick={onForgot} sx={{ paddingInline: 0, fontSize: 'small', fontWeight: 'strong' }}>
          {t('login.forgot')}
        </Button>
      </Box>
      {widget}
    </FormShell>
  );
}
