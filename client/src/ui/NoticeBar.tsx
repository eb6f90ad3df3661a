import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { CloseIcon } from './icons.tsx';

interface NoticeBarProps {
  readonly label: string;
  readonly text: ReactNode;
  /** Buttons after the text. */
  readonly children: ReactNode;
  readonly dismiss?: { readonly label: string; readonly onPress: () => void };
}

/** Across the top of every page of the account. */
export function NoticeBar({ label, text, children, dismiss }: NoticeBarProps) {
  return (
    <Box
      component="section"
      aria-label={label}
      sx={{
        display: 'flex',
        alignItems: { xs: 'start', md: 'center' },
        gap: 1,
        padding: { xs: '6px 16px', md: '10px 32px' },
        borderBlockEnd: '1px solid',
        borderColor: 'clearcut.edge',
        backgroundColor: 'background.paper',
      }}
    >
      <Box sx={{ flexGrow: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2.5 }}>
        <Typography
          sx={{
            flexGrow: 1,
            minWidth: 0,
            flexBasis: 320,
            overflowWrap: 'anywhere',
            fontSize: { xs: 'small', md: 'text' },
          }}
        >
          {text}
        </Typography>
        {children}
      </Box>
      {dismiss !== undefined && (
        <IconButton aria-label={dismiss.label} onClick={dismiss.onPress}>
          <CloseIcon fontSize="small" />
        </IconButton>
      )}
    </Box>
  );
}
