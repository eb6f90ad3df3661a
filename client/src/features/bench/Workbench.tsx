import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { snipped } from '../../ui/paper/snipped.ts';
import { Sheet } from '../../ui/paper/Sheet.tsx';

export interface WorkbenchProps {
  /** The picture; without one the sheet lies alone. */
  readonly stage: ReactNode | undefined;
  readonly children: ReactNode;
}

/** From this width of its own on, the workbench has its sheet beside the picture; below it the picture would be smaller than the sheet. */
const SIDE_BY_SIDE_PX = 880;

/** A picture on the mat and, beside it (below it where there is less room), a sheet that says what is going on. */
export function Workbench({ stage, children }: WorkbenchProps) {
  const alone = stage === undefined;
  return (
    // By the room there is and not by the window: beside the sidebar of the private area there is less of it.
    <Box sx={{ width: alone ? 'min(520px, 100%)' : 'min(1180px, 100%)', containerType: 'inline-size' }}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: '20px',
          alignItems: 'start',
          [`@container (min-width: ${SIDE_BY_SIDE_PX}px)`]: {
            gridTemplateColumns: 'minmax(0, 1fr) minmax(300px, 360px)',
            gap: '32px',
          },
        }}
      >
        {stage}
        <Sheet sx={[snipped(28), { padding: { xs: '22px 20px', sm: '28px' } }]}>{children}</Sheet>
      </Box>
    </Box>
  );
}
