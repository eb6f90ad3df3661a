import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Head } from '../../ui/page/Head.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Sheet } from '../../ui/paper/Sheet.tsx';
import { snipped } from '../../ui/paper/snipped.ts';
import { useFailureToast } from '../../ui/toasts/useFailureToast.ts';
import { session } from '../auth/session/session.ts';
import { StepUpHost } from './step-up/StepUpHost.tsx';
import { SecondFactor } from './second-factor/SecondFactor.tsx';

/**
 * Replaces every private page while the team requires a second factor and the account has none. `children`: the way
 * out.
 */
export function SetUpFirst({ children }: { children: ReactNode }) {
  const { t } = useTranslation('account');
  const failureToast = useFailureToast();
  return (
    <Box
      component="main"
      id="content"
      tabIndex={-1}
      sx={{
        width: '100%',
        maxWidth: 960,
        marginInline: 'auto',
        paddingBlock: { xs: 3, md: 6 },
        paddingInline: { xs: 2, md: 4 },
      }}
    >
      <Head page="account" texts="app" />
      <PageHeader title={t('secondFactor.must.title')} lead={t('secondFactor.must.lead')} />
      <Sheet sx={snipped(28)}>
        <SecondFactor onKept={() => void session.renew().catch(failureToast)} />
      </Sheet>
      <Box sx={{ marginBlockStart: 4 }}>{children}</Box>
      <StepUpHost />
    </Box>
  );
}
