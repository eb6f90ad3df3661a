import type { Size } from '@clearcut/scene/raster';
import { useEffect, useState } from 'react';
import { stageSize, STAGE } from '../engine/view.ts';
import { MARGINS, type EditorLayout } from './layout.ts';

/** What stands above and below the stage, in CSS pixels: on a narrow screen also the tools' sheet. */
const AROUND = { wide: 330, narrow: 470 } as const;

/** Size of the stage for a picture of that size, in CSS pixels; it follows the window. */
export function useStageSize({ width, height }: Size, { isWide, room }: EditorLayout): Size {
  const [screen, setScreen] = useState({ width: innerWidth, height: innerHeight });
  useEffect(() => {
    const follow = () => setScreen({ width: innerWidth, height: innerHeight });
    addEventListener('resize', follow);
    return () => removeEventListener('resize', follow);
  }, []);
  if (isWide) return stageSize({ width, height }, screen.width, screen.height - AROUND.wide);
  // Where the page is narrower than the screen, its width is what there is.
  const narrow = Math.min(screen.width, STAGE.narrowScreen, room + 2 * MARGINS.narrow);
  return stageSize({ width, height }, narrow, screen.height - AROUND.narrow);
}
