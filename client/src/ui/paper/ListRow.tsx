import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export interface ListRowProps {
  readonly title: ReactNode;
  readonly text: ReactNode;
  /** Native tooltip of title and text. */
  readonly hint?: string;
  readonly children: ReactNode;
}

export function ListRow({ title, text, hint, children }: ListRowProps) {
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        rowGap: 0.5,
        columnGap: 2,
        paddingBlock: 1.5,
        '& + &': { borderBlockStart: '1px solid', borderColor: 'divider' },
      }}
    >
      <Box sx={{ minWidth: 0 }} title={hint}>
        <Typography sx={{ fontWeight: 'strong' }}>{title}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {text}
        </Typography>
      </Box>
      {children}
    </Box>
  );
}
