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
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '12px 32px', paddingInline: { md: '32px' } }}
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
