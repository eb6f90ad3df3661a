import { LEDGER_ENTRY_KINDS } from '@clearcut/schemas/credits/kinds';
import { useTranslation } from 'react-i18next';
import { LogFilters } from '../../admin/filters/LogFilters.tsx';
import { usePeople } from '../users/person/usePeople.ts';

export function LedgerFilters() {
  const { t } = useTranslation('ledger');
  const kinds = LEDGER_ENTRY_KINDS.map((id) => ({ id, name: t(`kinds.${id}`) }));
  return (
    <LogFilters
      label={t('filters.label')}
      kind={{ label: t('filters.kind'), any: t('filters.any'), choices: kinds }}
      person={{ label: t('fields.who'), any: t('filters.allMembers'), choices: usePeople() }}
      from={t('filters.from')}
      to={t('filters.to')}
      exported={t('export')}
    />
  );
}
