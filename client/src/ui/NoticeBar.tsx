import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface NoticeBarProps {
  readonly label: string;
  readonly text: ReactNode;
  /** Buttons after the text. */
  readonly children: ReactNode;
}

/** Across the top of every page of the account. */
export function NoticeBar({ label, text, children }: NoticeBarProps) {
  return (
    <Box
      component="section"
      aria-label={label}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        rowGap: 0.5,
        columnGap: 2.5,
        padding: { xs: '10px 16px', md: '10px 32px' },
        borderBlockEnd: '1px solid',
        borderColor: 'clearcut.edge',
        backgroundColor: 'background.paper',
      }}
    >
      <Typography sx={{ flexGrow: 1, minWidth: 0, flexBasis: 320, overflowWrap: 'anywhere' }}>{text}</Typography>
      {children}
    </Box>
  );
}
