import { apply, inverse, type Point } from '@clearcut/scene/geometry';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { OverlayProps } from '../../gestures/tool.ts';
import { cornersOf, type Corners } from '../../engine/placing.ts';
import { toPicture, toStage } from '../../engine/view.ts';
import { usePicture } from '../../picture/usePicture.ts';
import { useTools } from '../../state/useTools.ts';
import { useStore } from '../../../../lib/useStore.ts';
import { moveGuides } from './guides.ts';
import { turnerOf, withinStage } from './turner.ts';
import { useHandleEvents } from './useHandleEvents.ts';
import { useSubjectBounds } from './useSubjectBounds.ts';

const RADIUS = 8;

const handle = {
  position: 'absolute',
  width: 2 * RADIUS,
  height: 2 * RADIUS,
  margin: `-${RADIUS}px`,
  padding: 0,
  border: '2px solid #12211d',
  backgroundColor: '#ffffff',
  touchAction: 'none',
  // A touch target larger than what is visible.
  '&::after': { content: '""', position: 'absolute', inset: '-12px' },
  '&&:focus-visible': { outline: '3px solid #b23a08', outlineOffset: '2px' },
} as const;

export function Handles({ picture, output, stage }: OverlayProps) {
  const { t } = useTranslation('editor');
  const { settings, view } = usePicture(picture);
  const tool = useTools();
  const bounds = useSubjectBounds(picture);

  const toOutput = inverse(output.toFrame);
  /** Frame point to CSS pixels from the upper left corner of the stage. */
  const seen = (point: Point): Point => {
    const { x, y } = toStage(apply(toOutput, point), tool.view, stage, output);
    return { x: x + stage.width / 2, y: y + stage.height / 2 };
  };
  const toFrame = (at: Point) => apply(output.toFrame, toPicture(at, tool.view, stage, output));
  const [a, b, c, d] = cornersOf(bounds, settings.position, { width: view.width, height: view.height });
  const corners: Corners = [seen(a), seen(b), seen(c), seen(d)];
  const { foot, turner } = turnerOf(corners, stage);
  const guides = useStore(moveGuides);
  const lines = [
    guides.x === undefined ? '' : `M${seen({ x: guides.x, y: 0 }).x} 0V${stage.height}`,
    guides.y === undefined ? '' : `M0 ${seen({ x: 0, y: guides.y }).y}H${stage.width}`,
  ].join('');
  const events = useHandleEvents(picture, bounds, toFrame);

  return (
    <>
      <Box
        component="svg"
        aria-hidden
        sx={{ position: 'absolute', inset: 0, width: '100%', height: '100%', pointerEvents: 'none' }}
      >
        {['#12211d', '#ffffff'].map((stroke, i) => (
          <g key={stroke} stroke={stroke} strokeWidth={i === 0 ? 3 : 1.5} fill="none">
            <polygon points={corners.map(({ x, y }) => `${x},${y}`).join(' ')} />
            <path d={`M${foot.x} ${foot.y}L${turner.x} ${turner.y}`} />
          </g>
        ))}
        <path data-testid="guides" d={lines} stroke="#ff5a1f" strokeWidth={1.5} fill="none" />
      </Box>
      {corners
        .map((corner) => withinStage(corner, stage))
        .map(({ x, y }, i) => (
          <Box
            // oxlint-disable-next-line react/no-array-index-key
            key={i}
            component="button"
            type="button"
            data-handle="scale"
            aria-label={t('arrange.scaleHandle', { corner: i + 1 })}
            style={{ left: x, top: y }}
            {...events('scale')}
            sx={{ ...handle, cursor: i % 2 === 0 ? 'nwse-resize' : 'nesw-resize', borderRadius: '2px' }}
          />
        ))}
      <Box
        component="button"
        type="button"
        data-handle="turn"
        aria-label={t('arrange.turnHandle')}
        style={{ left: turner.x, top: turner.y }}
        {...events('turn')}
        sx={{ ...handle, cursor: 'grab', borderRadius: '50%' }}
      />
    </>
  );
}
