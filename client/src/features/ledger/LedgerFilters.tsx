import { LEDGER_ENTRY_KINDS } from '@clearcut/schemas/credits/kinds';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { FilterLiveForm, useListContext } from 'react-admin';
import { useTranslation } from 'react-i18next';
import { FilterSelect } from '../../admin/FilterSelect.tsx';
import { DownloadIcon } from '../../ui/icons.tsx';
import { FilterDay } from './FilterDay.tsx';
import { usePeople } from './usePeople.ts';

/** Kind, person and period, and all that they leave as a file. */
export function LedgerFilters() {
  const { t } = useTranslation('ledger');
  const { filterValues } = useListContext();
  const people = usePeople();
  return (
    <Box
      role="search"
      aria-label={t('filters.label')}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr 1fr', lg: '1fr 1fr 1fr 1fr auto' },
        alignItems: 'end',
        gap: '12px 16px',
        // The fields of the live form and the button beside it share one grid.
        '& > form': { display: 'contents' },
      }}
    >
      <FilterLiveForm debounce={300}>
        <FilterSelect
          source="kind"
          label={t('filters.kind')}
          any={t('filters.any')}
          choices={LEDGER_ENTRY_KINDS.map((id) => ({ id, name: t(`kinds.${id}`) }))}
        />
        <FilterSelect source="userId" label={t('fields.who')} any={t('filters.anybody')} choices={people} />
        <FilterDay source="from" label={t('filters.from')} edge="start" />
        <FilterDay source="to" label={t('filters.to')} edge="end" />
      </FilterLiveForm>
      <Button
        variant="outlined"
        href={`/api/admin/credit-ledger/export.csv?filter=${encodeURIComponent(JSON.stringify(filterValues))}`}
        download
        startIcon={<DownloadIcon aria-hidden />}
        sx={{ gridColumn: { xs: '1 / -1', lg: 'auto' } }}
      >
        {t('export')}
      </Button>
    </Box>
  );
}
