import { supportContracts } from '@clearcut/schemas/contracts/support/console';
import { AUDIT_ACTIONS } from '@clearcut/schemas/support/kinds';
import type { AuditEntry } from '@clearcut/schemas/support/audit-http';
import { useListContext } from 'react-admin';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '../../../admin/ExportButton.tsx';
import { FilterBar } from '../../../admin/filters/FilterBar.tsx';
import { FilterDay } from '../../../admin/filters/FilterDay.tsx';
import { FilterSelect } from '../../../admin/filters/FilterSelect.tsx';
import { shortId } from '../../../admin/short-id.ts';

export function AuditFilters() {
  const { t } = useTranslation('support');
  const { data = [], filterValues } = useListContext<AuditEntry>();
  const chosen = filterValues.staffId as string | undefined;
  // Only those on this page: loading all staff for it each time would be wasteful.
  const people = new Map(data.map(({ staffId, staffEmail }) => [staffId, staffEmail ?? shortId(staffId)]));
  if (chosen !== undefined && !people.has(chosen)) people.set(chosen, shortId(chosen));
  const choices = AUDIT_ACTIONS.map((id) => ({ id, name: t(`audit.actions.${id}`) }));
  return (
    <FilterBar
      label={t('audit.filters.label')}
      columns="1fr 1fr 1fr 1fr auto"
      beside={<ExportButton label={t('audit.export')} contract={supportContracts.auditExport} />}
      alignItems="end"
    >
      <FilterSelect source="action" label={t('audit.filters.action')} any={t('audit.filters.any')} choices={choices} />
      <FilterSelect
        source="staffId"
        label={t('audit.columns.who')}
        any={t('audit.filters.any')}
        choices={[...people].map(([id, name]) => ({ id, name }))}
      />
      <FilterDay source="from" label={t('audit.filters.from')} edge="start" />
      <FilterDay source="to" label={t('audit.filters.to')} edge="end" />
    </FilterBar>
  );
}
