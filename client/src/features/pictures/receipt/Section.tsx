import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { CopyText } from './CopyText.tsx';

export interface SectionProps {
  readonly title: string;
  readonly lead: string;
  /** Default: facts. */
  readonly as?: 'dl' | 'div';
  readonly children: ReactNode;
}

export function Section({ title, lead, as = 'dl', children }: SectionProps) {
  return (
    <Box
      component="section"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '230px minmax(0, 1fr)' },
        gap: { xs: 1, lg: 4 },
        padding: { xs: '18px 20px', md: '22px 32px' },
        borderBlockStart: '1px solid',
        borderColor: 'divider',
        breakInside: 'avoid',
        '@media print': { gridTemplateColumns: '170px minmax(0, 1fr)', gap: 2, padding: '7px 0' },
      }}
    >
      <div>
        <Typography variant="h3" component="h2" sx={{ fontSize: 'lead' }}>
          {title}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', marginBlockStart: 0.5 }}>
          {lead}
        </Typography>
      </div>
      <Box
        component={as}
        sx={{ margin: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, alignContent: 'start' }}
      >
        {children}
      </Box>
    </Box>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '170px minmax(0, 1fr)' },
        rowGap: 0,
        columnGap: 2,
        '@media print': { gridTemplateColumns: '130px minmax(0, 1fr)' },
      }}
    >
      <Box component="dt" sx={{ color: 'text.secondary', fontSize: 'small', lineHeight: 1.6 }}>
        {name}
      </Box>
      <Box component="dd" sx={{ margin: 0, minWidth: 0, overflowWrap: 'anywhere', fontSize: 'small' }}>
        {children}
      </Box>
    </Box>
  );
}

export function IdFact({ name, id }: { name: string; id: string }) {
  return (
    <Fact name={name}>
      <CopyText text={id} what={name} />
    </Fact>
  );
}
