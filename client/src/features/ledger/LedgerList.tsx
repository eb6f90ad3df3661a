import { PAGE_SIZES } from '@clearcut/schemas/constants';
import type { LedgerEntry } from '@clearcut/schemas/credits/http';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { ListBase, Pagination, useListContext } from 'react-admin';
import { Sheet } from '../../ui/paper/Sheet.tsx';
import { LedgerCards } from './LedgerCards.tsx';
import { LedgerFilters } from './LedgerFilters.tsx';
import { LedgerEmpty, LedgerFailed } from './LedgerNotes.tsx';
import { LedgerTable } from './LedgerTable.tsx';

/** Room for the table: the sidebar takes its 250 px from this. */
const useHasRoom = () => useMediaQuery(useTheme().breakpoints.up('lg'), { noSsr: true });

function Lines() {
  const { error, total, filterValues } = useListContext<LedgerEntry>();
  const hasRoom = useHasRoom();
  if (error) return <LedgerFailed />;
  if (total === 0 && Object.keys(filterValues).length === 0) return <LedgerEmpty />;
  return (
    <>
      <LedgerFilters />
      <Sheet>
        {hasRoom ? <LedgerTable /> : <LedgerCards />}
        <Pagination
          rowsPerPageOptions={[...PAGE_SIZES]}
          sx={{ display: 'block', borderBlockStart: '1px solid', borderColor: 'divider' }}
        />
      </Sheet>
    </>
  );
}

export function LedgerList() {
  return (
    <ListBase
      perPage={PAGE_SIZES[0]}
      sort={{ field: 'date', order: 'DESC' }}
      // The address says which tab of My account is open; react-admin would put its own words there instead.
      disableSyncWithLocation
      // Without it the list would begin anew for who comes back from a receipt.
      storeKey="credit-ledger.listParams"
      // What others spend is to be seen. What goes wrong is said on the page.
      queryOptions={{ staleTime: 0, onError: () => undefined }}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' }}>
        <Lines />
      </Box>
    </ListBase>
  );
}
