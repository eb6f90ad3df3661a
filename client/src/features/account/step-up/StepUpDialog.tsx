import { call } from '../../../lib/contracts/call.ts';
import { secondFactorContracts } from '@clearcut/schemas/contracts/identity/second-factor';
import { useMutation, useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { Modal } from '../../../ui/dialogs/Modal.tsx';
import { CodeField } from '../../../ui/forms/CodeField.tsx';
import { PasswordField } from '../../../ui/forms/PasswordField.tsx';
import { LoadFailed } from '../../../ui/page/LoadFailed.tsx';
import { Mat } from '../../../ui/paper/Mat.tsx';
import { FormProblem } from '../../../ui/forms/FormProblem.tsx';
import { canUsePasskeys } from '../../auth/passkey/ceremonies.ts';
import { PasskeyButton } from '../../auth/passkey/PasskeyButton.tsx';
import { useProfile } from '../../auth/session/useProfile.ts';
import { secondFactorQuery } from '../second-factor/api.ts';
import { stepUp } from './step-up.ts';

const WIDTH_PX = 460;

/** Asks for a passkey; or for the password, if there is one, and a code, if there is a second factor. */
export function StepUpDialog() {
  const { t } = useTranslation('step-up');
  const titleId = useId();
  return (
    <Modal open width={WIDTH_PX} labelledBy={titleId} closeLabel={t('cancel')} onClose={() => stepUp.finish(false)}>
      <Mat className="on-mat" sx={{ padding: { xs: '26px 84px 18px 20px', sm: '32px 88px 22px 32px' } }}>
        <Typography variant="h2" id={titleId} sx={{ fontSize: 'larger' }}>
          {t('title')}
        </Typography>
        <Typography sx={{ marginBlockStart: 0.75, color: 'clearcut.onMatSoft' }}>{t('lead')}</Typography>
      </Mat>
      <Box sx={{ padding: { xs: '22px 20px 24px', sm: '28px 32px 32px' } }}>
        <StepUpForm />
      </Box>
    </Modal>
  );
}

function StepUpForm() {
  const { t } = useTranslation('step-up');
  const failureText = useFailureText();
  const { has_password: hasPassword } = useProfile();
  const factor = useQuery(secondFactorQuery);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { totp = null, passkeys = [] } = factor.data ?? {};
  const hasFactor = totp !== null || passkeys.length > 0;
  const prove = useMutation({
    mutationFn: () =>
      call(secondFactorContracts.stepUp, {
        body: { ...(hasPassword ? { password } : {}), ...(hasFactor ? { code } : {}) },
      }),
    onSuccess: () => stepUp.finish(true),
  });
  if (factor.isPending) return <Skeleton height={120} />;
  if (factor.data === undefined) return <LoadFailed error={factor.error} onAgain={() => void factor.refetch()} />;
  const failure = prove.error;
  if (!hasPassword && !hasFactor && failure === null) return <Typography role="alert">{t('logInAgain')}</Typography>;
  const isFilledIn = (!hasPassword || password !== '') && (!hasFactor || code !== '');
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      {passkeys.length > 0 && canUsePasskeys() && (
        <>
          <PasskeyButton
            label={t('passkey')}
            purpose="step-up"
            onAnswer={async (passkey) => {
              await call(secondFactorContracts.stepUp, { body: { passkey } });
              stepUp.finish(true);
            }}
          />
          <Typography sx={{ textAlign: 'center', color: 'text.secondary' }}>{t('or')}</Typography>
        </>
      )}
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isFilledIn) prove.mutate();
        }}
        sx={{ display: 'grid', gap: 2 }}
      >
        {hasPassword && (
          <PasswordField label={t('password')} value={password} onChange={({ target }) => setPassword(target.value)} />
        )}
        {hasFactor && <CodeField label={t('code')} value={code} onChange={({ target }) => setCode(target.value)} />}
        <FormProblem text={failure === null ? undefined : failureText(toFailure(failure))} />
        <Button
          type="submit"
          variant="contained"
          color="primary"
          size="large"
          disabled={prove.isPending || !isFilledIn}
        >
          {t('submit')}
        </Button>
      </Box>
    </Box>
  );
}
