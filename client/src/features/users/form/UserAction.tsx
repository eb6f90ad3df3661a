import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export interface UserActionProps {
  readonly heading: string;
  readonly lead: string;
  readonly children: ReactNode;
}

export function UserAction({ heading, lead, children }: UserActionProps) {
  return (
    <Box
      component="section"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        rowGap: 1.5,
        columnGap: 4,
        paddingInline: { md: 4 },
      }}
    >
      <Box sx={{ flex: '1 1 320px' }}>
        <Typography variant="h3" component="h2">
          {heading}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>{lead}</Typography>
      </Box>
      {children}
    </Box>
  );
}
