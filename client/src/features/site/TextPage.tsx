import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export interface TextPageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** The children lay themselves out; otherwise they flow in two columns. */
  readonly isGrouped?: boolean;
  readonly children: ReactNode;
}

/** Limits lines to a readable width. */
export function TextPage({ title, lead, isGrouped = false, children }: TextPageProps) {
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
      <Box
        sx={{
          marginBlockStart: { xs: '28px', md: '44px' },
          ...(isGrouped
            ? {}
            : {
                columns: { lg: 2 },
                columnGap: '72px',
                '& > section': { breakInside: 'avoid', paddingBlockEnd: '32px', maxWidth: '44em' },
              }),
        }}
      >
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
