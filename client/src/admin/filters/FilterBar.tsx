import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { FilterLiveForm } from 'react-admin';

export interface FilterBarProps {
  readonly label: string;
  readonly columns: string;
  readonly children: ReactNode;
  readonly beside?: ReactNode;
  readonly alignItems?: 'end';
}

export function FilterBar({ label, columns, children, beside, alignItems }: FilterBarProps) {
  return (
    <Box
      role="search"
      aria-label={label}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr 1fr', lg: columns },
        rowGap: 1.5,
        columnGap: 2,
        // Joins the live form's fields and their neighbours in one grid.
        '& > form': { display: 'contents' },
        ...(alignItems && { alignItems }),
        '& .RaSearch': { gridColumn: { xs: '1 / -1', lg: 'auto' } },
        '& .ra-input': { marginBlock: 0 },
      }}
    >
      <FilterLiveForm debounce={300}>{children}</FilterLiveForm>
      {beside}
    </Box>
  );
}
