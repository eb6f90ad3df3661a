import type { ledgerContracts } from '@clearcut/schemas/contracts/credits';
import type { securityContracts } from '@clearcut/schemas/contracts/security';
import type { supportContracts } from '@clearcut/schemas/contracts/support/console';
import Button from '@mui/material/Button';
import { useListContext } from 'react-admin';
import { addressOf } from '../lib/contracts/call.ts';
import { DownloadIcon } from '../ui/work-icons.tsx';

export interface ExportButtonProps {
  readonly label: string;
  readonly contract:
    | typeof ledgerContracts.export
    | typeof securityContracts.export
    | typeof supportContracts.auditExport;
}

/** All filtered rows, not only this page. */
export function ExportButton({ label, contract }: ExportButtonProps) {
  const { filterValues } = useListContext();
  return (
    <Button
      variant="outlined"
      href={addressOf(contract, { query: { filter: JSON.stringify(filterValues) } })}
      download
      startIcon={<DownloadIcon aria-hidden />}
      sx={{ gridColumn: { xs: '1 / -1', lg: 'auto' } }}
    >
      {label}
    </Button>
  );
}
