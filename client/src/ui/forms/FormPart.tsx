import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export function FormPart({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <Box
      component="section"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '220px minmax(0, 1fr)' },
        gap: { xs: 2, lg: 5 },
        paddingBlock: { xs: 3, md: 4 },
        paddingInline: { xs: 2.5, md: 4 },
        '& + &': { borderBlockStart: '1px solid', borderColor: 'divider' },
        '& .ra-input': { margin: 0 },
      }}
    >
      <div>
        <Typography variant="h3" component="h2">
          {title}
        </Typography>
        {lead !== undefined && (
          <Typography variant="body2" sx={{ color: 'text.secondary', marginBlockStart: 0.75 }}>
            {lead}
          </Typography>
        )}
      </div>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          // Beside a longer lead, a button keeps its height.
          alignContent: 'start',
          gap: 2.5,
          maxWidth: 620,
        }}
      >
        {children}
      </Box>
    </Box>
  );
}
