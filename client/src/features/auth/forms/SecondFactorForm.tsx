import { secondFactorCodeBodySchema } from '@clearcut/schemas/identity/second-factor';
import type { Profile } from '@clearcut/schemas/identity/http';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../../../ui/forms/CodeField.tsx';
import { FormField } from '../../../ui/forms/FormField.tsx';
import { logInBySecondFactor } from '../session/api.ts';
import { enter } from '../session/enter.ts';
import { FormShell } from './FormShell.tsx';
import { useAuthForm } from './useAuthForm.ts';

/** The second half of a login, by whatever way the first one came. */
export function SecondFactorForm({ onEntered }: { onEntered: (profile: Profile) => void }) {
  const { t } = useTranslation('auth');
  const { form, submit, failure, busy } = useAuthForm(secondFactorCodeBodySchema, { code: '' }, async ({ code }) =>
    onEntered(await enter(() => logInBySecondFactor(code))),
  );
  return (
    <FormShell onSubmit={submit} failure={failure} busy={busy} action={t('login.submit')}>
      <Typography>{t('secondFactor.lead')}</Typography>
      <FormField form={form} name="code" as={CodeField} label={t('secondFactor.code')} />
    </FormShell>
  );
}
