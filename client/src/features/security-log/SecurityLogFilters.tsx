import { SECURITY_KINDS } from '@clearcut/schemas/security/kinds';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '../../admin/ExportButton.tsx';
import { FilterBar } from '../../admin/FilterBar.tsx';
import { FilterDay } from '../../admin/FilterDay.tsx';
import { FilterSelect } from '../../admin/FilterSelect.tsx';
import { usePeople } from '../ledger/usePeople.ts';

/** Kind, person and period, and all that they leave as a file. */
export function SecurityLogFilters() {
  const { t } = useTranslation('security-log');
  const people = usePeople();
  return (
    <FilterBar
      label={t('filters.label')}
      columns="1fr 1fr 1fr 1fr auto"
      beside={<ExportButton label={t('export')} />}
      alignItems="end"
    >
      <FilterSelect
        source="kind"
        label={t('filters.kind')}
        any={t('filters.any')}
        choices={SECURITY_KINDS.map((id) => ({ id, name: t(`kinds.${id}`) }))}
      />
      <FilterSelect source="userId" label={t('fields.about')} any={t('filters.allMembers')} choices={people} />
      <FilterDay source="from" label={t('filters.from')} edge="start" />
      <FilterDay source="to" label={t('filters.to')} edge="end" />
    </FilterBar>
  );
}
