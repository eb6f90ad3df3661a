import type { TotpEnrolment } from '@clearcut/schemas/identity/second-factor';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { FormPart } from '../../../ui/forms/FormPart.tsx';
import { LoadFailed } from '../../../ui/page/LoadFailed.tsx';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { useFailureToast } from '../../../ui/toasts/useFailureToast.ts';
import { beginTotp, removeTotp, replaceRecoveryCodes, secondFactorQuery } from './api.ts';
import { EnrolApp } from './EnrolApp.tsx';
import { Passkeys } from './Passkeys.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

/** Authenticator app, passkeys and recovery codes; a login asks for one of them. */
export function SecondFactor({ onKept }: { readonly onKept?: () => void }) {
  const { t } = useTranslation('account');
  const { moment, number } = useFormat();
  const failureToast = useFailureToast();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(secondFactorQuery);
  const [enrolment, setEnrolment] = useState<TotpEnrolment>();
  const [codes, setCodes] = useState<readonly string[]>();
  const refresh = () => queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });

  const guarded = useMutation({ mutationFn: (call: () => Promise<void>) => call(), onError: failureToast });
  const enrol = async () => setEnrolment(await beginTotp());
  const renew = async () => {
    setCodes(await replaceRecoveryCodes());
    await refresh();
  };
  const remove = async () => {
    await removeTotp();
    showToast(t('secondFactor.removed'));
    await refresh();
  };

  const keep = () => {
    setCodes(undefined);
    onKept?.();
  };

  const content = () => {
    // Shown only once, so also when the rest fails to load.
    if (codes !== undefined) return <RecoveryCodes codes={codes} onKept={keep} />;
    if (enrolment !== undefined) {
      return (
        <EnrolApp
          enrolment={enrolment}
          onEnrolled={(fresh) => {
            setEnrolment(undefined);
            setCodes(fresh);
            void refresh();
          }}
          onCancel={() => setEnrolment(undefined)}
        />
      );
    }
    if (error !== null) return <LoadFailed error={error} onAgain={() => void refetch()} />;
    if (data === undefined) return <Skeleton height={48} />;
    const { totp, passkeys, recoveryCodesLeft } = data;
    return (
      <>
        <Typography>
          {totp === null ? t('secondFactor.none') : t('secondFactor.since', { when: moment(totp.since) })}
        </Typography>
        <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap' }}>
          {totp === null ? (
            <Button variant="outlined" disabled={guarded.isPending} onClick={() => guarded.mutate(enrol)}>
              {t('secondFactor.setUp')}
            </Button>
          ) : (
            <Button
              variant="outlined"
              color="error"
              disabled={guarded.isPending}
              onClick={() => guarded.mutate(remove)}
            >
              {t('secondFactor.remove')}
            </Button>
          )}
        </Box>
        <Passkeys passkeys={passkeys} onRecoveryCodes={setCodes} />
        {(totp !== null || passkeys.length > 0) && (
          <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
            <Typography>
              {t('secondFactor.left', { count: recoveryCodesLeft, number: number(recoveryCodesLeft) })}
            </Typography>
            <Button variant="outlined" disabled={guarded.isPending} onClick={() => guarded.mutate(renew)}>
              {t('secondFactor.renew')}
            </Button>
          </Box>
        )}
      </>
    );
  };
  return (
    <FormPart title={t('secondFactor.title')} lead={t('secondFactor.lead')}>
      {content()}
    </FormPart>
  );
}
