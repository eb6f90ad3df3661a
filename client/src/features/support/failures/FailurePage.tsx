import { call } from '../../../lib/contracts/call.ts';
import { supportContracts } from '@clearcut/schemas/contracts/support/console';
import type { FailureCases, FailureGroupView } from '@clearcut/schemas/support/http';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useSearchParams } from 'react-router';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { useFailureToast } from '../../../ui/toasts/useFailureToast.ts';
import { useProfile } from '../../auth/session/useProfile.ts';
import { failureCasesQuery, failuresQuery } from '../api.ts';
import { Code } from '../parts/Code.tsx';
import { FactList } from '../parts/FactList.tsx';
import { FactTable } from '../../../ui/FactTable.tsx';
import { Waiting } from '../parts/Waiting.tsx';
import { FORK_ROLES, mayOpen, PICTURE_ROLES } from '../screens.ts';
import { Trend } from './Trend.tsx';

/** A group of failures with its latest cases. */
export function FailurePage() {
  const { t } = useTranslation('support');
  const [address] = useSearchParams();
  const id = address.get('group') ?? '';
  const query = useQuery(failuresQuery);
  const cases = useQuery(failureCasesQuery(id));
  return (
    <>
      <BackLink to="/app/support/failures">{t('failures.title')}</BackLink>
      <Waiting query={query} isPage>
        {(groups) => {
          const group = groups.find((one) => one.id === id);
          return group === undefined ? <PageHeader title={t('failures.none')} /> : <Group group={group} />;
        }}
      </Waiting>
      <Waiting query={cases}>
        {(list) => list.length > 0 && <Cases cases={list} isOfJobs={id.startsWith('job|')} />}
      </Waiting>
    </>
  );
}

function Group({ group }: { readonly group: FailureGroupView }) {
  const { t } = useTranslation('support');
  const { number, moment } = useFormat();
  const { staff_roles: roles } = useProfile();
  const queryClient = useQueryClient();
  const failureToast = useFailureToast();
  const { id, code, place, model, count, people, first, last, days, isIgnored } = group;
  const ignore = useMutation({
    mutationFn: () => call(supportContracts.ignoreFailure, { body: { group: id, isIgnored: !isIgnored } }),
    onSuccess: () => queryClient.invalidateQueries(failuresQuery),
    onError: failureToast,
  });
  return (
    <>
      <PageHeader title={<bdi>{code}</bdi>} lead={<bdi dir="ltr">{place}</bdi>}>
        {mayOpen(roles, FORK_ROLES) && (
          <Button variant="outlined" disabled={ignore.isPending} onClick={() => ignore.mutate()}>
            {t(isIgnored ? 'failures.watch' : 'failures.ignore')}
          </Button>
        )}
      </PageHeader>
      <Sheet sx={{ paddingBlock: { xs: 2, md: 2.5 }, paddingInline: { xs: 2.5, md: 3.5 }, marginBlockEnd: 2.5 }}>
        <FactList
          facts={[
            [t('failures.columns.count'), number(count)],
            [t('failures.columns.people'), number(people)],
            ...(model === null ? [] : [[t('failures.columns.model'), <bdi key="model">{model}</bdi>] as const]),
            [t('failures.columns.first'), moment(first)],
            [t('failures.columns.last'), moment(last)],
          ]}
        />
        <Typography variant="h3" component="h2" sx={{ marginBlock: '16px 8px' }}>
          {t('failures.trend')}
        </Typography>
        <Trend days={days} height={72} />
      </Sheet>
    </>
  );
}

function Cases({ cases, isOfJobs }: { readonly cases: FailureCases; readonly isOfJobs: boolean }) {
  const { t } = useTranslation('support');
  const { moment } = useFormat();
  const { staff_roles: roles } = useProfile();
  const isLinked = !isOfJobs || mayOpen(roles, PICTURE_ROLES);
  return (
    <Sheet sx={{ paddingBlock: { xs: 2, md: 2.5 }, paddingInline: { xs: 2.5, md: 3.5 } }}>
      <Typography variant="h3" component="h2" sx={{ marginBlockEnd: 1 }}>
        {t('failures.cases')}
      </Typography>
      <FactTable
        label={t('failures.cases')}
        heads={[t('audit.columns.date'), t(isOfJobs ? 'found.kinds.picture' : 'kinds.error-id')]}
        rows={cases.map(({ at, id }) => ({
          key: `${at} ${id}`,
          cells: [
            <time key="at" dateTime={at}>
              {moment(at)}
            </time>,
            isLinked ? (
              <Link
                key="id"
                component={RouterLink}
                to={isOfJobs ? `/app/support/pictures/${id}` : '/app/support'}
                state={{ q: id }}
              >
                <Code>{id}</Code>
              </Link>
            ) : (
              <Code key="id">{id}</Code>
            ),
          ],
        }))}
      />
    </Sheet>
  );
}
