import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

export function FactList({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'auto minmax(0, 1fr)' },
        gap: { xs: '2px', sm: '8px 24px' },
        margin: 0,
        '& dt': { color: 'text.secondary' },
        '& dd': { margin: 0, marginBlockEnd: { xs: '8px', sm: 0 }, overflowWrap: 'anywhere' },
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
