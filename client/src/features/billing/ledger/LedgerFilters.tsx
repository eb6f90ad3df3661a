import { ledgerContracts } from '@clearcut/schemas/contracts/credits';
import { LEDGER_ENTRY_KINDS } from '@clearcut/schemas/credits/kinds';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LogFilters } from '../../../admin/filters/LogFilters.tsx';
import { usePeople } from '../../users/person/usePeople.ts';
import { sumsQuery } from './api.ts';
import { LedgerSums } from './LedgerSums.tsx';
import { shortId } from '../../../admin/short-id.ts';

export function LedgerFilters() {
  const { t } = useTranslation('ledger');
  const kinds = LEDGER_ENTRY_KINDS.map((id) => ({ id, name: t(`kinds.${id}`) }));
  return (
    <>
      <LogFilters
        label={t('filters.label')}
        kind={{ label: t('filters.kind'), any: t('filters.any'), choices: kinds }}
        person={{ label: t('fields.who'), any: t('filters.allMembers'), choices: useSpenders() }}
        from={t('filters.from')}
        to={t('filters.to')}
        exported={{ label: t('export'), contract: ledgerContracts.export }}
      />
      <LedgerSums />
    </>
  );
}

/** Members, and those who left and have spent credits. */
function useSpenders(): readonly { readonly id: string; readonly name: string }[] {
  const { t } = useTranslation('ledger');
  const people = usePeople();
  const { data: sums = [] } = useQuery(sumsQuery('member', {}));
  const known = new Set(people.map(({ id }) => id));
  const left = sums.flatMap(({ id, name }) =>
    id === null || known.has(id) ? [] : [{ id, name: name ?? `${t('actors.user')} ${shortId(id)}` }],
  );
  return [...people, ...left];
}
