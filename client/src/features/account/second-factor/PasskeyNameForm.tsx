import { PASSKEYS } from '@clearcut/schemas/constants';
import type { UseMutationResult } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';

export interface PasskeyNameFormProps {
  readonly initial: string;
  readonly submit: string;
  readonly mutation: UseMutationResult<unknown, Error, string>;
  readonly onCancel: () => void;
}

export function PasskeyNameForm({ initial, submit, mutation, onCancel }: PasskeyNameFormProps) {
  const { t } = useTranslation('account');
  const failureText = useFailureText();
  const [name, setName] = useState(initial);
  const field = useRef<HTMLInputElement>(null);
  // The button that had the focus is gone.
  useEffect(() => field.current?.focus(), []);
  const failed = mutation.error === null ? undefined : failureText(toFailure(mutation.error));
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') mutation.mutate(name);
      }}
      sx={{ display: 'grid', gap: 1.5, width: '100%' }}
    >
      <TextField
        label={t('passkeys.name')}
        value={name}
        autoComplete="off"
        inputRef={field}
        onChange={({ target }) => setName(target.value)}
        error={failed !== undefined}
        helperText={failed ?? t('passkeys.nameHint')}
        slotProps={{ htmlInput: { maxLength: PASSKEYS.nameLength } }}
      />
      <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap' }}>
        <Button type="submit" variant="contained" color="primary" disabled={mutation.isPending || name.trim() === ''}>
          {submit}
        </Button>
        <Button onClick={onCancel}>{t('secondFactor.cancel')}</Button>
      </Box>
    </Box>
  );
}
