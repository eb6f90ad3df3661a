import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

export interface FactTableProps {
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** CSS pixels that a column of words or moments needs. */
const COLUMN = 104;

/** A table that becomes one card a row, with its heads beside the cells, where its columns would not fit. */
export function FactTable({ label, heads, rows }: FactTableProps) {
  return (
    <Box role="region" aria-label={label} tabIndex={0} sx={{ overflowX: 'auto', containerType: 'inline-size' }}>
      <Box
        component="table"
        sx={{
          width: '100%',
          borderCollapse: 'collapse',
          fontVariantNumeric: 'tabular-nums',
          '& th, & td': { textAlign: 'start', verticalAlign: 'top', padding: '10px 16px 10px 0' },
          '& th, & td::before': { color: 'text.secondary', fontWeight: 'strong', fontSize: 'small' },
          '& th': { whiteSpace: 'nowrap' },
          '& time': { whiteSpace: 'nowrap' },
          '& tbody td': { borderBlockStart: '1px solid', borderColor: 'divider' },
          [`@container (max-width: ${heads.length * COLUMN}px)`]: CARDS,
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
                <td key={index} data-head={heads[index]}>
                  {/* One item of the card's grid, whatever it consists of. */}
                  <div>{cell}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

const CARDS = {
  display: 'block',
  '& tbody': { display: 'block' },
  '& thead': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
  '& tbody tr': { display: 'block', paddingBlock: 1.5, borderBlockStart: '1px solid', borderColor: 'divider' },
  '& tbody tr:first-of-type': { borderBlockStart: 0 },
  '& tbody td': {
    display: 'grid',
    gridTemplateColumns: 'minmax(88px, 2fr) 5fr',
    gap: 1.5,
    alignItems: 'baseline',
    padding: '4px 0',
    border: 0,
  },
  '& tbody td > div, & tbody td > div > *': { minWidth: 0 },
  '& tbody td::before': { content: 'attr(data-head)' },
  '& code': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
} as const;
