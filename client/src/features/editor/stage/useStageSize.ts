import type { Size } from '@clearcut/scene/raster';
import { clamp } from '../../../lib/clamp.ts';
import { stageSize, STAGE } from '../engine/view.ts';
import { BESIDE, MARGINS, sheetHeight, useWindowSize, type EditorLayout } from './layout.ts';

/** CSS pixels above and below the stage beside the tools. */
const AROUND = { wide: 357, narrow: 259, low: 144 } as const;
/** CSS pixels; visible paper on both sides together. */
export const PAPER = { wide: 24, narrow: 16 } as const;

/** Paper on each side; less on the narrowest phones, where the stage has its minimum width. */
export function paperBeside(width: number, { isWide, room }: EditorLayout): number {
  const usual = PAPER[isWide ? 'wide' : 'narrow'] / 2;
  return isWide ? usual : clamp((room - width) / 2, 0, usual);
}

/** CSS pixels; follows the window. */
export function useStageSize(picture: Size, { isWide, isLow, room, isFilling }: EditorLayout): Size {
  const screen = useWindowSize();
  if (isLow) {
    const pageWidth = room - BESIDE.least - BESIDE.gap - PAPER.wide;
    // Not the rule for narrow screens, whose tools lie below.
    const maxHeight = screen.height - AROUND.low;
    return stageSize(picture, { screenWidth: Infinity, maxHeight, pageWidth, isFilling: true });
  }
  if (isWide) {
    const pageWidth = room - BESIDE.most - BESIDE.gap - PAPER.wide;
    return stageSize(picture, {
      screenWidth: screen.width,
      maxHeight: screen.height - AROUND.wide,
      pageWidth,
      isFilling,
    });
  }
  // A scroll bar makes the page narrower than the screen.
  const page = room + 2 * MARGINS.narrow;
  const screenWidth = screen.width <= STAGE.narrowScreen ? Math.min(screen.width, page) : screen.width;
  const maxHeight = screen.height - AROUND.narrow - sheetHeight(screen, isFilling);
  return stageSize(picture, { screenWidth, maxHeight, pageWidth: room - PAPER.narrow, isFilling });
}
