import { apply, inverse, scaling, type Output, type Point } from '@clearcut/scene/geometry';
import type { Rect, Size } from '@clearcut/scene/raster';
import { subjectBounds } from '@clearcut/scene/silhouette';
import type { Position } from '@clearcut/schemas/transaction/scene';
import Box from '@mui/material/Box';
import { useMemo, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditedPicture } from '../edited-picture.ts';
import { aboutPoint, cornersOf, scaledTo, turnedTo, turned, SCALE } from '../engine/placing.ts';
import { clamp } from '../engine/clamp.ts';
import { toPicture } from '../engine/view.ts';
import { usePicture, useTools } from '../useStore.ts';
import { seenAt } from './stage-controller.ts';

export interface HandlesProps {
  readonly picture: EditedPicture;
  readonly output: Output;
  readonly stage: Size;
}

const RADIUS = 8;
/** How far the handle to turn stands off, in CSS pixels. */
const OFF = 28;

const handle = {
  position: 'absolute',
  width: 2 * RADIUS,
  height: 2 * RADIUS,
  margin: `-${RADIUS}px`,
  padding: 0,
  border: '2px solid #12211d',
  backgroundColor: '#ffffff',
  touchAction: 'none',
  // A finger needs more than what is seen.
  '&::after': { content: '""', position: 'absolute', inset: '-12px' },
  '&&:focus-visible': { outline: '3px solid #b23a08', outlineOffset: '2px' },
} as const;

/** The box around the cut-out where it lies, with a handle at each corner and one to turn it. */
export function Handles({ picture, output, stage }: HandlesProps) {
  const { t } = useTranslation('editor');
  const { settings, view, version, inputs } = usePicture(picture);
  const tool = useTools();
  const { position } = settings;
  const frame = useMemo(() => ({ width: view.width, height: view.height }), [view.width, view.height]);
  /** Which pointer pulls, where it began, and how the cut-out lay then. */
  const pulled = useRef<{ readonly pointerId: number; readonly from: Point; readonly start: Position }>(undefined);

  const bounds = useMemo((): Rect => {
    const { cutOut } = picture;
    const found = cutOut && subjectBounds(cutOut, scaling(frame.width / cutOut.width, frame.height / cutOut.height));
    return found ?? { x: 0, y: 0, ...frame };
    // The strokes made are what can change it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [picture, frame, version.masks, inputs]);

  const toOutput = inverse(output.toFrame);
  const seen = (point: Point) => seenAt(apply(toOutput, point), stage, output);
  const corners = cornersOf(bounds, position, frame).map(seen);
  const [a = { x: 0, y: 0 }, b = a, c = a, d = a] = corners;
  const top = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const side = Math.max(1, Math.hypot(d.x - a.x, d.y - a.y));
  const turner = { x: top.x + ((a.x - d.x) / side) * OFF, y: top.y + ((a.y - d.y) / side) * OFF };

  const placeOf = (event: PointerEvent): Point => {
    const area = event.currentTarget.closest('[data-testid=stage]')?.getBoundingClientRect();
    if (area === undefined) return { x: 0, y: 0 };
    const at = { x: event.clientX - area.left - area.width / 2, y: event.clientY - area.top - area.height / 2 };
    return apply(output.toFrame, toPicture(at, tool.view, stage, output));
  };
  const aboutMiddle = () =>
    aboutPoint(position, frame, { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 });

  const press = (event: PointerEvent<HTMLElement>) => {
    // The release of another button may go to a menu, and the handle would follow the pointer from then on.
    if (event.button !== 0 || pulled.current !== undefined) return;
    const { pointerId } = event;
    event.currentTarget.setPointerCapture(pointerId);
    pulled.current = { pointerId, from: placeOf(event), start: aboutMiddle() };
  };
  const pull = (kind: 'scale' | 'turn') => (event: PointerEvent<HTMLElement>) => {
    if (pulled.current?.pointerId !== event.pointerId) return;
    const { from, start } = pulled.current;
    const to = placeOf(event);
    picture.adjust({
      position: kind === 'scale' ? scaledTo(start, frame, from, to) : turnedTo(start, frame, from, to, event.shiftKey),
    });
  };
  const release = (event: PointerEvent) => {
    if (pulled.current?.pointerId !== event.pointerId) return;
    pulled.current = undefined;
    picture.settle();
  };
  const key = (kind: 'scale' | 'turn') => (event: KeyboardEvent) => {
    const direction = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const large = event.shiftKey;
    const about = aboutMiddle();
    picture.adjust({
      position:
        kind === 'scale'
          ? { ...about, scale: clamp(about.scale * (1 + direction * (large ? 0.1 : 0.02)), SCALE.min, SCALE.max) }
          : { ...about, angle: turned(about.angle + direction * (large ? 15 : 1)) },
    });
  };

  const events = (kind: 'scale' | 'turn') => ({
    onPointerDown: press,
    onPointerMove: pull(kind),
    onPointerUp: release,
    onPointerCancel: release,
    onLostPointerCapture: release,
    onKeyDown: key(kind),
  });

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
            <path d={`M${top.x} ${top.y}L${turner.x} ${turner.y}`} />
          </g>
        ))}
      </Box>
      {[a, b, c, d].map(({ x, y }, i) => (
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
