import { useMutation } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { CodeField } from '../../../ui/forms/CodeField.tsx';
import { PasswordField } from '../../../ui/forms/PasswordField.tsx';
import { useProfile } from '../../auth/session/useProfile.ts';
import { stepUp } from './api.ts';

export interface ProofFormProps {
  /** Whether a code of an app can be given. */
  readonly hasApp: boolean;
  readonly onProved: () => Promise<void>;
  readonly onCancel: () => void;
}

/** Asks who is at the browser: the password where there is one, else a code; without both, another login is the proof. */
export function ProofForm({ hasApp, onProved, onCancel }: ProofFormProps) {
  const { t } = useTranslation('account');
  const failureText = useFailureText();
  const { has_password: hasPassword } = useProfile();
  const [secret, setSecret] = useState('');
  const prove = useMutation({
    mutationFn: async () => {
      await stepUp(hasPassword ? { password: secret } : { code: secret });
      await onProved();
    },
  });
  if (!hasPassword && !hasApp) return <Typography role="alert">{t('proof.logInAgain')}</Typography>;
  const Field = hasPassword ? PasswordField : CodeField;
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (secret !== '') prove.mutate();
      }}
      sx={{ display: 'grid', gap: '16px' }}
    >
      <Typography>{t(hasPassword ? 'proof.password' : 'proof.code')}</Typography>
      <Field
        label={t(hasPassword ? 'proof.passwordLabel' : 'secondFactor.code')}
        value={secret}
        onChange={({ target }) => setSecret(target.value)}
        error={prove.isError}
        helperText={prove.isError ? failureText(toFailure(prove.error)) : undefined}
      />
      <Box sx={{ display: 'flex', gap: '12px', flexWrap: 'wrap' }}>
        <Button type="submit" variant="contained" color="primary" disabled={prove.isPending}>
          {t('proof.submit')}
        </Button>
        <Button onClick={onCancel}>{t('proof.cancel')}</Button>
      </Box>
    </Box>
  );
}
