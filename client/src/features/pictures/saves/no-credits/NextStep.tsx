import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { toFailure } from '../../../../lib/errors/failure.ts';
import { useFailureText } from '../../../../lib/errors/useFailureText.ts';
import { useSession } from '../../../auth/session/useSession.ts';
import { fastCheckoutPath } from '../../../private-area/fast-checkout.ts';
import { teamContracts } from '@clearcut/schemas/contracts/team';
import { call } from '../../../../lib/contracts/call.ts';
import { rememberWish } from '../../../private-area/save-wish.ts';
import { noCredits } from '../lack-of-credits.ts';

const row = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', rowGap: 1, columnGap: 1.5 } as const;

export interface NextStepProps {
  /** Closes the dialog; stands beside the step. */
  readonly children: ReactNode;
}

export function NextStep({ children }: NextStepProps) {
  const { t } = useTranslation('saves');
  const { profile } = useSession();
  if (profile === undefined) return null;
  if (profile.team_permissions.views_permissions.billing) {
    return (
      <>
        <Typography>{t('noCredits.buyText')}</Typography>
        <Box sx={row}>
          <BuyCredits isMain />
          {children}
        </Box>
      </>
    );
  }
  return <AskAdmins>{children}</AskAdmins>;
}

/** @param isMain the step to take, rather than one beside it */
export function BuyCredits({ isMain }: { readonly isMain: boolean }) {
  const { t } = useTranslation('saves');
  const save = noCredits.wantedSave;
  return (
    <Button
      {...(isMain ? ({ variant: 'contained', color: 'primary' } as const) : {})}
      component={Link}
      to={save === undefined ? '/app/billing' : fastCheckoutPath({ goTo: save.resumeAt })}
      onClick={() => {
        if (save !== undefined) rememberWish(save.id, save.resumeAt);
        noCredits.close();
      }}
    >
      {t('noCredits.buy')}
    </Button>
  );
}

function AskAdmins({ children }: NextStepProps) {
  const { t } = useTranslation('saves');
  const failureText = useFailureText();
  const ask = useMutation({ mutationFn: () => call(teamContracts.askForCredits) });
  return (
    <>
      <Typography>{t('noCredits.askText')}</Typography>
      {ask.isSuccess && (
        <Typography role="status" sx={{ fontWeight: 'strong' }}>
          {t('noCredits.asked')}
        </Typography>
      )}
      {ask.isError && (
        <Box role="alert" sx={{ color: 'error.main', fontWeight: 'strong' }}>
          {failureText(toFailure(ask.error))}
        </Box>
      )}
      <Box sx={row}>
        {!ask.isSuccess && (
          <Button
            variant="contained"
            color="primary"
            disabled={ask.isPending}
            aria-busy={ask.isPending}
            onClick={() => ask.mutate()}
          >
            {t('noCredits.ask')}
          </Button>
        )}
        {children}
      </Box>
    </>
  );
}
