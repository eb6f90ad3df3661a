import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { FilterLiveForm } from 'react-admin';

export interface FilterBarProps {
  readonly label: string;
  /** Columns of the grid on wide screens; on others there are two. */
  readonly columns: string;
  /** The fields, which filter while they are changed. */
  readonly children: ReactNode;
  /** What stands beside them and is no filter. */
  readonly beside?: ReactNode;
  readonly alignItems?: 'end';
}

/** The filters of a list, in one grid with what stands beside them. */
export function FilterBar({ label, columns, children, beside, alignItems }: FilterBarProps) {
  return (
    <Box
      role="search"
      aria-label={label}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr 1fr', lg: columns },
        gap: '12px 16px',
        // The fields of the live form and what stands beside it share one grid.
        '& > form': { display: 'contents' },
        ...(alignItems && { alignItems }),
        // A field for a search takes a line of its own where there is no room.
        '& .RaSearch': { gridColumn: { xs: '1 / -1', lg: 'auto' } },
        '& .ra-input': { marginBlock: 0 },
      }}
    >
      <FilterLiveForm debounce={300}>{children}</FilterLiveForm>
      {beside}
    </Box>
  );
}
