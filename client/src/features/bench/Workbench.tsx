import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { snipped } from '../../ui/paper/snipped.ts';
import { Sheet } from '../../ui/paper/Sheet.tsx';

export interface WorkbenchProps {
  /** The picture; without one the sheet lies alone. */
  readonly stage: ReactNode | undefined;
  readonly children: ReactNode;
}

/** A picture on the mat and, beside it (below it on a phone), a sheet that says what is going on. */
export function Workbench({ stage, children }: WorkbenchProps) {
  const alone = stage === undefined;
  return (
    <Box
      sx={{
        width: alone ? 'min(520px, 100%)' : 'min(1180px, 100%)',
        display: 'grid',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          md: alone ? 'minmax(0, 1fr)' : 'minmax(0, 1fr) minmax(300px, 360px)',
        },
        gap: { xs: '20px', md: '32px' },
        alignItems: 'start',
      }}
    >
      {stage}
      <Sheet sx={[snipped(28), { padding: { xs: '22px 20px', sm: '28px' } }]}>{children}</Sheet>
    </Box>
  );
}
