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
        gap: { xs: '16px', lg: '40px' },
        padding: { xs: '24px 20px', md: '32px' },
        '& + &': { borderBlockStart: '1px solid', borderColor: 'divider' },
        '& .ra-input': { margin: 0 },
      }}
    >
      <div>
        <Typography variant="h3" component="h2">
          {title}
        </Typography>
        {lead !== undefined && (
          <Typography variant="body2" sx={{ color: 'text.secondary', marginBlockStart: '6px' }}>
            {lead}
          </Typography>
        )}
      </div>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '20px', maxWidth: 620 }}>{children}</Box>
    </Box>
  );
}
