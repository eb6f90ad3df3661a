import type { TotpEnrolment } from '@clearcut/schemas/identity/second-factor';
import { useMutation } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { CodeField } from '../../../ui/forms/CodeField.tsx';
import { confirmTotp } from './api.ts';

export interface EnrolAppProps {
  readonly enrolment: TotpEnrolment;
  readonly onEnrolled: (recoveryCodes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** The secret for the app, as a picture and as text, and the first code that the app makes of it. */
export function EnrolApp({ enrolment: { qr, secret }, onEnrolled, onCancel }: EnrolAppProps) {
  const { t } = useTranslation('account');
  const failureText = useFailureText();
  const [code, setCode] = useState('');
  const confirm = useMutation({ mutationFn: () => confirmTotp(code), onSuccess: onEnrolled });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (code !== '') confirm.mutate();
      }}
      sx={{ display: 'grid', gap: '16px' }}
    >
      <Typography>{t('secondFactor.scan')}</Typography>
      <Box
        component="img"
        alt={t('secondFactor.qr')}
        src={`data:image/svg+xml;utf8,${encodeURIComponent(qr)}`}
        // Dark on white whatever the theme: apps read no other.
        sx={{ width: 196, height: 196, padding: '8px', backgroundColor: '#fff', borderRadius: '4px' }}
      />
      <Box>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('secondFactor.type')}
        </Typography>
        <Box component="code" dir="ltr" sx={{ overflowWrap: 'anywhere', fontSize: '0.9375rem' }}>
          {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </Box>
      </Box>
      <CodeField
        label={t('secondFactor.code')}
        value={code}
        onChange={({ target }) => setCode(target.value)}
        error={confirm.isError}
        helperText={confirm.isError ? failureText(toFailure(confirm.error)) : undefined}
      />
      <Box sx={{ display: 'flex', gap: '12px', flexWrap: 'wrap' }}>
        <Button type="submit" variant="contained" color="primary" disabled={confirm.isPending}>
          {t('secondFactor.confirm')}
        </Button>
        <Button onClick={onCancel}>{t('proof.cancel')}</Button>
      </Box>
    </Box>
  );
}
