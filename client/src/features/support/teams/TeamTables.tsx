import type { TeamFacts } from '@clearcut/schemas/support/team-http';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../ui/Moment.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { Code } from '../parts/Code.tsx';
import { FactTable, type FactTableProps } from '../../../ui/FactTable.tsx';

const moment = (iso: string | null, key: string) => (iso === null ? '–' : <Moment key={key} iso={iso} />);
const code = (text: string, key: string) => (
  <Code key={key} whole>
    {text}
  </Code>
);

export function TeamTables({ team: { members, keys, webhooks } }: { readonly team: TeamFacts }) {
  const { t } = useTranslation('support-team');
  return (
    <>
      <Part
        label={t('members.title')}
        heads={(['id', 'role', 'state', 'factor', 'since'] as const).map((head) => t(`members.${head}`))}
        rows={members.map(({ id, role, status, hasSecondFactor, createdAt }) => ({
          key: id,
          cells: [
            code(id, 'id'),
            code(role, 'role'),
            code(status, 'status'),
            t(hasSecondFactor ? 'yes' : 'no'),
            moment(createdAt, 'since'),
          ],
        }))}
      />
      <Part
        label={t('keys.title')}
        heads={(['id', 'mode', 'scopes', 'since', 'ends'] as const).map((head) => t(`keys.${head}`))}
        rows={keys.map(({ id, mode, scopes, createdAt, endsAt }) => ({
          key: id,
          cells: [
            code(id, 'id'),
            code(mode, 'mode'),
            <Code key="scopes">{scopes.join(' ')}</Code>,
            moment(createdAt, 'since'),
            moment(endsAt, 'ends'),
          ],
        }))}
      />
      <Part
        label={t('hooks.title')}
        heads={(['host', 'enabled', 'failing', 'since'] as const).map((head) => t(`hooks.${head}`))}
        rows={webhooks.map(({ id, host, isEnabled, failingSince, createdAt }) => ({
          key: id,
          cells: [
            code(host, 'host'),
            t(isEnabled ? 'yes' : 'no'),
            moment(failingSince, 'failing'),
            moment(createdAt, 'since'),
          ],
        }))}
      />
    </>
  );
}

function Part(table: FactTableProps) {
  const { t } = useTranslation('support-team');
  return (
    <Sheet sx={{ paddingBlock: { xs: 2, md: 2.5 }, paddingInline: { xs: 2.5, md: 3.5 }, marginBlockStart: 2.5 }}>
      <Typography variant="h3" component="h2" sx={{ marginBlockEnd: 1 }}>
        {table.label}
      </Typography>
      {table.rows.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('none')}</Typography>
      ) : (
        <FactTable {...table} />
      )}
    </Sheet>
  );
}
