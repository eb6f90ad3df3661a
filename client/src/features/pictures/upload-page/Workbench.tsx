import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { snipped } from '../../../ui/paper/snipped.ts';
import { Sheet } from '../../../ui/paper/Sheet.tsx';

export interface WorkbenchProps {
  /** Undefined: only the sheet. */
  readonly stage: ReactNode | undefined;
  readonly children: ReactNode;
}

/** Minimum width for the sheet to stand beside the picture; below, the picture would be smaller than the sheet. */
const SIDE_BY_SIDE_PX = 880;

export function Workbench({ stage, children }: WorkbenchProps) {
  const alone = stage === undefined;
  return (
    // A container query, not the window: the sidebar of the private area leaves less room.
    <Box sx={{ width: alone ? 'min(520px, 100%)' : 'min(1180px, 100%)', containerType: 'inline-size' }}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 2.5,
          alignItems: 'start',
          [`@container (min-width: ${SIDE_BY_SIDE_PX}px)`]: {
            gridTemplateColumns: 'minmax(0, 1fr) minmax(300px, 360px)',
            gap: 4,
          },
        }}
      >
        {stage}
        <Sheet sx={[snipped(28), { padding: { xs: '22px 20px', sm: 3.5 } }]}>{children}</Sheet>
      </Box>
    </Box>
  );
}
