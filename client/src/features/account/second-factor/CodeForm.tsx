import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { CodeField } from '../../../ui/forms/CodeField.tsx';

export interface CodeFormProps {
  readonly label: string;
  readonly submit: string;
  readonly mutation: UseMutationResult<unknown, Error, string>;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

export function CodeForm({ label, submit, mutation, onCancel, children }: CodeFormProps) {
  const { t } = useTranslation('account');
  const failureText = useFailureText();
  const [code, setCode] = useState('');
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (code !== '') mutation.mutate(code);
      }}
      sx={{ display: 'grid', gap: 2 }}
    >
      {children}
      <CodeField
        label={label}
        value={code}
        onChange={({ target }) => setCode(target.value)}
        error={mutation.isError}
        helperText={mutation.isError ? failureText(toFailure(mutation.error)) : undefined}
      />
      <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap' }}>
        <Button type="submit" variant="contained" color="primary" disabled={mutation.isPending}>
          {submit}
        </Button>
        <Button onClick={onCancel}>{t('secondFactor.cancel')}</Button>
      </Box>
    </Box>
  );
}
