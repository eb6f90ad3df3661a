import type { ReactNode } from 'react';
import { Sheet } from '../../ui/paper/Sheet.tsx';
import { snipped } from '../../ui/paper/snipped.ts';
import { HEADER, MARGINS, PINNED_FROM, sheetHeight, useWindowSize, type EditorLayout } from './stage/layout.ts';

export interface ToolsSheetProps {
  readonly layout: EditorLayout;
  /** CSS pixels of the picture and its strip. */
  readonly workHeight: number;
  readonly children: ReactNode;
}

/**
 * Tools beside the picture or at the bottom of the window. Stays in view and keeps its height, so that the download
 * button never moves.
 */
export function ToolsSheet({ layout, workHeight, children }: ToolsSheetProps) {
  const size = useWindowSize();
  const least = sheetHeight(size, layout.isFilling);
  const isPinned = layout.isWide || size.height >= PINNED_FROM;
  return (
    <Sheet
      sx={[
        snipped(28),
        {
          minWidth: 0,
          display: 'flex',
          flexDirection: 'column',
          position: isPinned ? 'sticky' : 'static',
          zIndex: 2,
          ...(layout.isLow
            ? { insetBlockStart: 8, height: `calc(100dvh - ${HEADER.low + 16}px)` }
            : layout.isWide
              ? {
                  insetBlockStart: 24,
                  height: 'clamp(420px, calc(100dvh - 148px), 760px)',
                }
              : {
                  insetBlockEnd: 0,
                  // Leaves picture and strip visible; without room for both, covers the strip.
                  height: `max(${least}px, calc(100dvh - ${HEADER.md + workHeight + 26}px))`,
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
