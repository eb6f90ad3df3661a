import { call } from '../../lib/contracts/call.ts';
import { addressContracts } from '@clearcut/schemas/contracts/identity/address';
import { emailSchema } from '@clearcut/schemas/form-fields';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useFailureText } from '../../lib/errors/useFailureText.ts';
import { FixedField } from '../../ui/forms/FixedField.tsx';
import { FormField } from '../../ui/forms/FormField.tsx';
import { FormProblem } from '../../ui/forms/FormProblem.tsx';
import { useHandedFocus } from '../../ui/useHandedFocus.ts';
import { useFailureToast } from '../../ui/toasts/useFailureToast.ts';
import { useAuthForm } from '../auth/forms/useAuthForm.ts';
import { session } from '../auth/session/session.ts';
import { useProfile } from '../auth/session/useProfile.ts';

const schema = z.object({ newEmail: emailSchema });

/** The address, which changes once the link to the new one is opened. */
export function EmailField() {
  const { t } = useTranslation('account');
  const { email, pending_email: pending } = useProfile();
  const [isOpen, setOpen] = useState(false);
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'stretch' }}>
      <FixedField label={t('you.email')} value={email} />
      {pending ? (
        <Pending email={pending} />
      ) : isOpen ? (
        <NewEmail onDone={() => setOpen(false)} />
      ) : (
        <Button data-opens="new-email" variant="outlined" sx={{ justifySelf: 'start' }} onClick={() => setOpen(true)}>
          {t('you.change')}
        </Button>
      )}
    </Box>
  );
}

function Pending({ email }: { readonly email: string }) {
  const { t } = useTranslation('account');
  const failureToast = useFailureToast();
  const keep = useMutation({
    mutationFn: () => call(addressContracts.cancelAddress),
    onSuccess: (profile) => session.update(profile),
    onError: failureToast,
  });
  return (
    <>
      <Typography role="status" sx={{ overflowWrap: 'anywhere' }}>
        {t('you.pending', { email })}
      </Typography>
      <Button variant="outlined" disabled={keep.isPending} sx={{ justifySelf: 'start' }} onClick={() => keep.mutate()}>
        {t('you.keep')}
      </Button>
    </>
  );
}

function NewEmail({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('account');
  const failureText = useFailureText();
  const box = useRef<HTMLFormElement>(null);
  useHandedFocus(box, 'new-email');
  const { form, submit, failure, busy } = useAuthForm(schema, { newEmail: '' }, async ({ newEmail }) => {
    session.update(await call(addressContracts.askForAddress, { body: { email: newEmail } }));
    onDone();
  });
  return (
    <Box ref={box} component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 1.5 }}>
      <FormField
        form={form}
        name="newEmail"
        type="email"
        label={t('you.newEmail')}
        autoComplete="off"
        slotProps={{ htmlInput: { tabIndex: 0 } }}
      />
      <FormProblem text={failure === undefined ? undefined : failureText(failure)} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button type="submit" variant="outlined" disabled={busy}>
          {t('you.send')}
        </Button>
        <Button onClick={onDone}>{t('you.keep')}</Button>
      </Box>
    </Box>
  );
}
