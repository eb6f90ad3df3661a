import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, type ReactNode } from 'react';

/** Collapsed details. Print shows everything, since paper cannot unfold. */
export function Folded({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    let wasOpen = false;
    const set = (isOpen: boolean) => {
      if (details.current !== null) details.current.open = isOpen;
    };
    const unfold = () => {
      wasOpen = details.current?.open === true;
      set(true);
    };
    const fold = () => set(wasOpen);
    addEventListener('beforeprint', unfold);
    addEventListener('afterprint', fold);
    return () => {
      removeEventListener('beforeprint', unfold);
      removeEventListener('afterprint', fold);
    };
  }, []);
  return (
    <Box ref={details} component="details" sx={{ borderBlockStart: '1px solid', borderColor: 'divider' }}>
      <Box
        component="summary"
        sx={{
          minHeight: 48,
          padding: { xs: '16px 20px', md: '18px 32px' },
          cursor: 'pointer',
          '&:focus-visible': { outlineOffset: '-3px' },
          '@media print': { display: 'none' },
        }}
      >
        <Typography variant="h3" component="h2" sx={{ display: 'inline', fontSize: 'lead' }}>
          {title}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', marginBlockStart: 0.5 }}>
          {lead}
        </Typography>
      </Box>
      {children}
    </Box>
  );
}
