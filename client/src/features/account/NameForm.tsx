import { call } from '../../lib/contracts/call.ts';
import { userContracts } from '@clearcut/schemas/contracts/identity/account';
import { nameSchema } from '@clearcut/schemas/form-fields';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormField } from '../../ui/forms/FormField.tsx';
import { FormPart } from '../../ui/forms/FormPart.tsx';
import { showToast } from '../../ui/toasts/show-toast.ts';
import { FormProblem } from '../../ui/forms/FormProblem.tsx';
import { useAuthForm } from '../auth/forms/useAuthForm.ts';
import { useFailureText } from '../../lib/errors/useFailureText.ts';
import { session } from '../auth/session/session.ts';
import { useProfile } from '../auth/session/useProfile.ts';
import { EmailField } from './EmailField.tsx';

const schema = z.object({ first_name: nameSchema, last_name: nameSchema });

export function NameForm() {
  const { t } = useTranslation('account');
  const failureText = useFailureText();
  const { first_name, last_name } = useProfile();
  const { form, submit, failure, busy } = useAuthForm(schema, { first_name, last_name }, async (names) => {
    session.update(await call(userContracts.update, { body: names }));
    showToast(t('you.saved'));
  });
  return (
    <FormPart title={t('you.title')}>
      <EmailField />
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2.5 }}>
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' },
            rowGap: 2.5,
            columnGap: 2,
          }}
        >
          <FormField form={form} name="first_name" label={t('you.firstName')} autoComplete="given-name" />
          <FormField form={form} name="last_name" label={t('you.lastName')} autoComplete="family-name" />
        </Box>
        <FormProblem text={failure === undefined ? undefined : failureText(failure)} />
        <Button type="submit" variant="outlined" disabled={busy} sx={{ justifySelf: 'start' }}>
          {t('you.save')}
        </Button>
      </Box>
    </FormPart>
  );
}
