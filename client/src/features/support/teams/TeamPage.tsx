import type { TeamFacts } from '@clearcut/schemas/support/team-http';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useParams } from 'react-router';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { useSiteFacts } from '../../../lib/site/facts.ts';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { useProfile } from '../../auth/session/useProfile.ts';
import { Code } from '../parts/Code.tsx';
import { FactList } from '../parts/FactList.tsx';
import { Waiting } from '../parts/Waiting.tsx';
import { LEDGER_ROLES, mayOpen } from '../screens.ts';
import { BackToSearch } from '../search/BackToSearch.tsx';
import { AdjustDialog } from './AdjustDialog.tsx';
import { teamQuery } from './api.ts';
import { TeamPayments } from './TeamPayments.tsx';
import { TeamTables } from './TeamTables.tsx';

export function TeamPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('support-team');
  const { staff_roles: roles } = useProfile();
  const query = useQuery(teamQuery(id));
  const [isAdjusting, setIsAdjusting] = useState(false);
  const { hasCredits } = useSiteFacts();
  const most = hasCredits ? (query.data?.mayAdjust ?? 0) : 0;
  return (
    <>
      <BackToSearch />
      <PageHeader title={t('title')} lead={id}>
        {hasCredits && mayOpen(roles, LEDGER_ROLES) && (
          <Button variant="outlined" component={RouterLink} to={`/app/support/ledgers/${id}`}>
            {t('ledger')}
          </Button>
        )}
        {most > 0 && (
          <Button variant="contained" color="primary" onClick={() => setIsAdjusting(true)}>
            {t('adjust.open')}
          </Button>
        )}
      </PageHeader>
      <Waiting query={query}>
        {(team) => (
          <>
            <Facts team={team} />
            <TeamPayments teamId={id} />
            <TeamTables team={team} />
          </>
        )}
      </Waiting>
      {isAdjusting && <AdjustDialog teamId={id} most={most} onClose={() => setIsAdjusting(false)} />}
    </>
  );
}

function Facts({ team: { planName, subscription, credits } }: { readonly team: TeamFacts }) {
  const { t } = useTranslation('support-team');
  const { number, moment } = useFormat();
  const ends = subscription?.periodEnd ?? null;
  return (
    <Sheet sx={{ paddingBlock: { xs: 2.5, md: 3 }, paddingInline: { xs: 2.5, md: 3.5 } }}>
      <FactList
        facts={[
          [t('facts.plan'), planName === null ? t('facts.noPlan') : <Code key="plan">{planName}</Code>],
          [t('facts.state'), subscription === null ? '–' : <Code key="state">{subscription.status}</Code>],
          [
            t('facts.ends'),
            ends === null ? (
              '–'
            ) : (
              <time key="ends" dateTime={ends}>
                {moment(ends)}
              </time>
            ),
          ],
          [t('facts.credits'), number(credits)],
        ]}
      />
    </Sheet>
  );
}
