import type { TotpEnrolment } from '@clearcut/schemas/identity/second-factor';
import { useMutation } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { confirmTotp } from './api.ts';
import { CodeForm } from './CodeForm.tsx';

export interface EnrolAppProps {
  readonly enrolment: TotpEnrolment;
  readonly onEnrolled: (recoveryCodes: readonly string[]) => void;
  readonly onCancel: () => void;
}

export function EnrolApp({ enrolment: { qr, secret }, onEnrolled, onCancel }: EnrolAppProps) {
  const { t } = useTranslation('account');
  const confirm = useMutation({ mutationFn: confirmTotp, onSuccess: onEnrolled });
  return (
    <CodeForm label={t('secondFactor.code')} submit={t('secondFactor.confirm')} mutation={confirm} onCancel={onCancel}>
      <Typography>{t('secondFactor.scan')}</Typography>
      <Box
        component="img"
        alt={t('secondFactor.qr')}
        src={`data:image/svg+xml;utf8,${encodeURIComponent(qr)}`}
        // Dark on white in every theme: apps read nothing else.
        sx={{ width: 196, height: 196, padding: 1, backgroundColor: '#fff', borderRadius: '4px' }}
      />
      <Box>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('secondFactor.type')}
        </Typography>
        <Box component="code" dir="ltr" sx={{ overflowWrap: 'anywhere', fontSize: 'small' }}>
          {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </Box>
      </Box>
    </CodeForm>
  );
}
