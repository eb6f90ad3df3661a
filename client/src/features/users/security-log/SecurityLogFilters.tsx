import { securityContracts } from '@clearcut/schemas/contracts/security';
import { SECURITY_KINDS } from '@clearcut/schemas/security/kinds';
import { useTranslation } from 'react-i18next';
import { LogFilters } from '../../../admin/filters/LogFilters.tsx';
import { usePeople } from '../person/usePeople.ts';

export function SecurityLogFilters() {
  const { t } = useTranslation('security-log');
  const kinds = SECURITY_KINDS.map((id) => ({ id, name: t(`kinds.${id}`) }));
  return (
    <LogFilters
      label={t('filters.label')}
      kind={{ label: t('filters.kind'), any: t('filters.any'), choices: kinds }}
      person={{ label: t('fields.about'), any: t('filters.allMembers'), choices: usePeople() }}
      from={t('filters.from')}
      to={t('filters.to')}
      exported={{ label: t('export'), contract: securityContracts.export }}
    />
  );
}
