import { useMutation } from '@tanstack/react-query';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useProfile } from '../../auth/session/useProfile.ts';
import { stepUp } from './api.ts';
import { SecretForm } from './SecretForm.tsx';

export interface ProofFormProps {
  /** Whether a code of an app can be given. */
  readonly hasApp: boolean;
  readonly onProved: () => Promise<void>;
  readonly onCancel: () => void;
}

/** Asks who is at the browser: the password where there is one, else a code; without both, another login is the proof. */
export function ProofForm({ hasApp, onProved, onCancel }: ProofFormProps) {
  const { t } = useTranslation('account');
  const { has_password: hasPassword } = useProfile();
  const prove = useMutation({
    mutationFn: async (secret: string) => {
      await stepUp(hasPassword ? { password: secret } : { code: secret });
      await onProved();
    },
  });
  if (!hasPassword && !hasApp) return <Typography role="alert">{t('proof.logInAgain')}</Typography>;
  return (
    <SecretForm
      is={hasPassword ? 'password' : 'code'}
      label={t(hasPassword ? 'proof.passwordLabel' : 'secondFactor.code')}
      submit={t('proof.submit')}
      mutation={prove}
      onCancel={onCancel}
    >
      <Typography>{t(hasPassword ? 'proof.password' : 'proof.code')}</Typography>
    </SecretForm>
  );
}
