import type { FailureGroupView } from '@clearcut/schemas/support/http';
import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { ListNote } from '../../../admin/ListNotes.tsx';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { useProfile } from '../../auth/session/useProfile.ts';
import { failuresQuery } from '../api.ts';
import { Code } from '../parts/Code.tsx';
import { FactTable } from '../parts/FactTable.tsx';
import { Waiting } from '../parts/Waiting.tsx';
import { mayOpen, PICTURE_ROLES } from '../screens.ts';

const HEADS = ['code', 'place', 'model', 'count', 'people', 'first', 'last', 'example'] as const;

/** Failed jobs and refused requests, grouped by cause. */
export function FailuresPage() {
  const { t } = useTranslation('support');
  const query = useQuery(failuresQuery);
  return (
    <>
      <PageHeader title={t('failures.title')} lead={t('failures.lead')} />
      <Waiting query={query}>
        {(groups) => (
          <Sheet sx={{ padding: groups.length === 0 ? 0 : { xs: '12px 20px', md: '16px 28px' } }}>
            {groups.length === 0 ? (
              <ListNote title={t('failures.none')} text={t('failures.noneText')} />
            ) : (
              <Groups groups={groups} />
            )}
          </Sheet>
        )}
      </Waiting>
    </>
  );
}

function Groups({ groups }: { readonly groups: readonly FailureGroupView[] }) {
  const { t } = useTranslation('support');
  const { number, moment } = useFormat();
  return (
    <FactTable
      label={t('failures.title')}
      heads={HEADS.map((head) => t(`failures.columns.${head}`))}
      rows={groups.map((group) => ({
        key: group.id,
        cells: [
          <Code key="code" whole>
            {group.code}
          </Code>,
          <Code key="place">{group.place}</Code>,
          group.model === null ? '–' : <Code key="model">{group.model}</Code>,
          number(group.count),
          number(group.people),
          <time key="first" dateTime={group.first}>
            {moment(group.first)}
          </time>,
          <time key="last" dateTime={group.last}>
            {moment(group.last)}
          </time>,
          <Example key="example" group={group} />,
        ],
      }))}
    />
  );
}

/** The latest: a link to the picture, or the Error ID of a request. */
function Example({ group: { kind, example } }: { readonly group: FailureGroupView }) {
  const { staff_roles: roles } = useProfile();
  if (kind === 'request' || !mayOpen(roles, PICTURE_ROLES)) return <Code>{example}</Code>;
  return (
    <Link component={RouterLink} to={`/app/support/pictures/${example}`}>
      <Code short>{example}</Code>
    </Link>
  );
}
