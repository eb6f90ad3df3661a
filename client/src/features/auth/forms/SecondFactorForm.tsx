import { secondFactorCodeBodySchema } from '@clearcut/schemas/identity/second-factor';
import type { Profile } from '@clearcut/schemas/identity/http';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../../../ui/forms/CodeField.tsx';
import { FormField } from '../../../ui/forms/FormField.tsx';
import { logInBySecondFactor } from '../api.ts';
import { enter } from '../session/enter.ts';
import { askChallenge, canUsePasskeys } from '../passkey/ceremonies.ts';
import { PasskeyButton } from '../passkey/PasskeyButton.tsx';
import { FormShell } from './FormShell.tsx';
import { useAuthForm } from './useAuthForm.ts';

/** Whether the account in mid-login has passkeys. False until the server answers, and when it cannot. */
function useHasPasskeys(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    if (!canUsePasskeys()) return;
    askChallenge('second-factor').then(
      ({ allowCredentials = [] }) => setHas(allowCredentials.length > 0),
      () => setHas(false),
    );
  }, []);
  return has;
}

export function SecondFactorForm({ onEntered }: { onEntered: (profile: Profile) => void }) {
  const { t } = useTranslation('auth');
  const { form, submit, failure, busy } = useAuthForm(secondFactorCodeBodySchema, { code: '' }, async ({ code }) =>
    onEntered(await enter(() => logInBySecondFactor({ code }))),
  );
  const hasPasskeys = useHasPasskeys();
  return (
    <>
      {hasPasskeys && (
        <PasskeyButton
          label={t('secondFactor.passkey')}
          purpose="second-factor"
          onAnswer={async (passkey) => onEntered(await enter(() => logInBySecondFactor({ passkey })))}
        />
      )}
      <FormShell onSubmit={submit} failure={failure} busy={busy} action={t('login.submit')}>
        <Typography>{t(hasPasskeys ? 'secondFactor.orCode' : 'secondFactor.lead')}</Typography>
        <FormField form={form} name="code" as={CodeField} label={t('secondFactor.code')} />
      </FormShell>
    </>
  );
}
