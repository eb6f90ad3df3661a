import { LEDGER_SORTS } from '@clearcut/schemas/credits/http';
import { LogEmpty, LogFailed } from '../../../admin/LogNotes.tsx';
import { ResourceList } from '../../../admin/ResourceList.tsx';
import { LedgerCards } from './LedgerCards.tsx';
import { LedgerFilters } from './LedgerFilters.tsx';
import { LedgerTable } from './LedgerTable.tsx';

export function LedgerList() {
  return (
    <ResourceList
      orders={LEDGER_SORTS}
      sort={{ field: 'date', order: 'DESC' }}
      // The address holds the open tab; the store restores the list after visiting a receipt.
      storeKey="credit-ledger.listParams"
      Filters={LedgerFilters}
      table={<LedgerTable />}
      cards={<LedgerCards />}
      failed={<LogFailed log="ledger" />}
      empty={<LogEmpty log="ledger" />}
    />
  );
}
