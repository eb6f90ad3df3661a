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
        paddingInline: { xs: 2, md: 4 },
        paddingBlock: { xs: '32px 40px', md: '64px 72px' },
      }}
    >
      <Typography variant="h1">{title}</Typography>
      {lead !== undefined && (
        <Typography component="div" sx={{ color: 'text.secondary', marginBlockStart: 1.5 }}>
          {lead}
        </Typography>
      )}
      <Box
        sx={{
          marginBlockStart: { xs: 3.5, md: '44px' },
          ...(isGrouped
            ? {}
            : {
                columns: { lg: 2 },
                columnGap: 9,
                '& > section': { breakInside: 'avoid', paddingBlockEnd: 4, maxWidth: '44em' },
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
      <Typography variant="h3" component="h2" sx={{ marginBlockEnd: 1 }}>
        {title}
      </Typography>
      {children}
    </section>
  );
}
