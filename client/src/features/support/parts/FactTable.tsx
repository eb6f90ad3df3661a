import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

export interface FactTableProps {
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** A table in a region that scrolls sideways on a phone and so is reachable by keyboard. */
export function FactTable({ label, heads, rows }: FactTableProps) {
  return (
    <Box role="region" aria-label={label} tabIndex={0} sx={{ overflowX: 'auto' }}>
      <Box
        component="table"
        sx={{
          width: '100%',
          borderCollapse: 'collapse',
          fontVariantNumeric: 'tabular-nums',
          '& th, & td': { textAlign: 'start', verticalAlign: 'top', padding: '10px 16px 10px 0' },
          '& th': { whiteSpace: 'nowrap', color: 'text.secondary', fontWeight: 'strong', fontSize: 'small' },
          '& time': { whiteSpace: 'nowrap' },
          '& tbody td': { borderBlockStart: '1px solid', borderColor: 'divider' },
        }}
      >
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                // Cells have no identity but their position.
                // oxlint-disable-next-line react/no-array-index-key
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
