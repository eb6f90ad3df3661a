import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

export function FactList({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'auto minmax(0, 1fr)' },
        rowGap: { xs: 0.25, sm: 1 },
        columnGap: { xs: 0.25, sm: 3 },
        margin: 0,
        '& dt': { color: 'text.secondary' },
        '& dd': { margin: 0, marginBlockEnd: { xs: 1, sm: 0 }, overflowWrap: 'anywhere' },
      }}
    >
      {facts.map(([name, value]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Box>
      ))}
    </Box>
  );
}
