import { AUDIT_ACTIONS } from '@clearcut/schemas/support/kinds';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '../../../admin/ExportButton.tsx';
import { FilterBar } from '../../../admin/filters/FilterBar.tsx';
import { FilterDay } from '../../../admin/filters/FilterDay.tsx';
import { FilterSelect } from '../../../admin/filters/FilterSelect.tsx';

export function AuditFilters() {
  const { t } = useTranslation('support');
  const choices = AUDIT_ACTIONS.map((id) => ({ id, name: t(`audit.actions.${id}`) }));
  return (
    <FilterBar
      label={t('audit.filters.label')}
      columns="1fr 1fr 1fr auto"
      beside={<ExportButton label={t('audit.export')} above="/api/staff" />}
      alignItems="end"
    >
      <FilterSelect source="action" label={t('audit.filters.action')} any={t('audit.filters.any')} choices={choices} />
      <FilterDay source="from" label={t('audit.filters.from')} edge="start" />
      <FilterDay source="to" label={t('audit.filters.to')} edge="end" />
    </FilterBar>
  );
}
