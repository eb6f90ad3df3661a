import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export interface PageHeaderProps {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}

export function PageHeader({ title, lead, children }: PageHeaderProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'flex-end',
        justifyContent: 'space-between',
        rowGap: 2,
        columnGap: 4,
        marginBlockEnd: 3.5,
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography
          variant="h2"
          component="h1"
          data-heading
          tabIndex={-1}
          sx={{ outline: 'none', overflowWrap: 'anywhere' }}
        >
          {title}
        </Typography>
        {lead !== undefined && (
          <Typography sx={{ color: 'text.secondary', marginBlockStart: 0.75, overflowWrap: 'anywhere' }}>
            {lead}
          </Typography>
        )}
      </Box>
      {children !== undefined && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>{children}</Box>}
    </Box>
  );
}
