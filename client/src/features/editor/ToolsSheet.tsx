import type { ReactNode } from 'react';
import { Sheet } from '../../ui/paper/Sheet.tsx';
import { snipped } from '../../ui/paper/snipped.ts';
import { HEADER, MARGINS } from './stage/layout.ts';

export interface ToolsSheetProps {
  readonly isWide: boolean;
  /** What the picture and its strip take up, in CSS pixels. */
  readonly workHeight: number;
  readonly children: ReactNode;
}

/** The sheet with the tools, beside the picture or at the bottom of the window. It stays in sight while the page scrolls. */
export function ToolsSheet({ isWide, workHeight, children }: ToolsSheetProps) {
  return (
    <Sheet
      sx={[
        snipped(28),
        {
          minWidth: 0,
          display: 'flex',
          flexDirection: 'column',
          position: 'sticky',
          zIndex: 2,
          ...(isWide
            ? {
                insetBlockStart: 24,
                // The way to the file is in sight, however much there is to choose from.
                maxHeight: 'max(420px, calc(100dvh - 124px))',
              }
            : {
                insetBlockEnd: 0,
                // The tools leave picture and strip in sight, and where there is no room for both lie over the strip.
                maxHeight: `max(min(280px, 60dvh), calc(100dvh - ${HEADER.md + workHeight + 26}px))`,
                marginInline: `-${MARGINS.narrow}px`,
                borderEndStartRadius: 0,
                borderEndEndRadius: 0,
              }),
        },
      ]}
    >
      {children}
    </Sheet>
  );
}
