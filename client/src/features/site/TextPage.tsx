import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** Limits lines to a readable width. */
export function TextPage({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <Box
      sx={{
        maxWidth: 1280,
        marginInline: 'auto',
        paddingInline: { xs: '16px', md: '32px' },
        paddingBlock: { xs: '32px 40px', md: '64px 72px' },
      }}
    >
      <Typography variant="h1">{title}</Typography>
      {lead !== undefined && (
        <Typography component="div" sx={{ color: 'text.secondary', marginBlockStart: '12px' }}>
          {lead}
        </Typography>
      )}
      <Box sx={{ maxWidth: '44em', marginBlockStart: { xs: '28px', md: '44px' }, display: 'grid', gap: '32px' }}>
        {children}
      </Box>
    </Box>
  );
}

export function TextPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Typography variant="h3" component="h2" sx={{ marginBlockEnd: '8px' }}>
        {title}
      </Typography>
      {children}
    </section>
  );
}
