import Box from '@mui/material/Box';
import type { SxProps } from '@mui/material/styles';
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
  readonly sx?: SxProps;
}

/** The filters of a list, in one grid with what stands beside them. */
export function FilterBar({ label, columns, children, beside, sx }: FilterBarProps) {
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
        ...sx,
      }}
    >
      <FilterLiveForm debounce={300}>{children}</FilterLiveForm>
      {beside}
    </Box>
  );
}
