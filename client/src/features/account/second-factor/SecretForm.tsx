import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { CodeField } from '../../../ui/forms/CodeField.tsx';
import { PasswordField } from '../../../ui/forms/PasswordField.tsx';

export interface SecretFormProps {
  /** What the person is asked to type. */
  readonly is: 'code' | 'password';
  readonly label: string;
  readonly submit: string;
  /** Is given what was typed. */
  readonly mutation: UseMutationResult<unknown, Error, string>;
  readonly onCancel: () => void;
  /** Above the field. */
  readonly children: ReactNode;
}

/** Asks for one secret, says below its field why it was refused, and lets the person go back. */
export function SecretForm({ is, label, submit, mutation, onCancel, children }: SecretFormProps) {
  const { t } = useTranslation('account');
  const failureText = useFailureText();
  const [secret, setSecret] = useState('');
  const Field = is === 'password' ? PasswordField : CodeField;
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (secret !== '') mutation.mutate(secret);
      }}
      sx={{ display: 'grid', gap: '16px' }}
    >
      {children}
      <Field
        label={label}
        value={secret}
        onChange={({ target }) => setSecret(target.value)}
        error={mutation.isError}
        helperText={mutation.isError ? failureText(toFailure(mutation.error)) : undefined}
      />
      <Box sx={{ display: 'flex', gap: '12px', flexWrap: 'wrap' }}>
        <Button type="submit" variant="contained" color="primary" disabled={mutation.isPending}>
          {submit}
        </Button>
        <Button onClick={onCancel}>{t('proof.cancel')}</Button>
      </Box>
    </Box>
  );
}
