import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/i18n/useFormat.ts';
import { GripIcon } from '../../ui/icons.tsx';
import { PatientImage } from '../../ui/PatientImage.tsx';
import { backdropCss, type Backdrop } from './backdrops.ts';

export interface BeforeAfterProps {
  readonly originalUrl: string;
  readonly cutoutUrl: string;
  readonly backdrop: Backdrop;
}

const layer = { position: 'absolute', inset: 0, width: '100%', height: '100%', display: 'block' } as const;
const GRIP = 44;

/** Where a key moves the line, in percent; undefined for keys that do not. */
function keyTarget(key: string, from: number): number | undefined {
  const targets: Record<string, number> = {
    ArrowLeft: from - 2,
    ArrowDown: from - 2,
    ArrowRight: from + 2,
    ArrowUp: from + 2,
    PageDown: from - 10,
    PageUp: from + 10,
    Home: 0,
    End: 100,
  };
  const target = targets[key];
  return target === undefined ? undefined : Math.min(100, Math.max(0, target));
}

/**
 * The cut-out with the original over it, up to a line that can be moved. It fills its parent and is drawn left to right
 * in every language: pictures have no reading direction.
 */
export function BeforeAfter({ originalUrl, cutoutUrl, backdrop }: BeforeAfterProps) {
  const { t } = useTranslation('result');
  const format = useFormat();
  const theme = useTheme();
  /** Share of the width that shows the original, in percent. */
  const [share, setShare] = useState(0);
  const [dragging, setDragging] = useState(false);

  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setShare(Math.min(100, Math.max(0, ((clientX - left) / width) * 100)));
  };
  const press = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragging(true);
    follow(event);
  };
  const keyDown = (event: KeyboardEvent) => {
    const target = keyTarget(event.key, share);
    if (target === undefined) return;
    event.preventDefault();
    setShare(target);
  };

  return (
    <Box
      dir="ltr"
      onPointerDown={press}
      onPointerMove={(event) => dragging && follow(event)}
      onPointerUp={() => setDragging(false)}
      onPointerCancel={() => setDragging(false)}
      sx={{
        ...layer,
        overflow: 'hidden',
        cursor: 'ew-resize',
        userSelect: 'none',
        // Sideways is the slider's, up and down the page's.
        touchAction: 'pan-y',
        background: backdropCss(theme, backdrop, 24),
        '@keyframes cut': { from: { clipPath: 'inset(0)' } },
        '@keyframes blade': { from: { insetInlineStart: '100%' } },
      }}
    >
      {/* Cropped in the editor, it has other proportions than the original, whose place this is. */}
      <Box
        component="img"
        src={cutoutUrl}
        alt={t('alt.cutout')}
        draggable={false}
        sx={{ ...layer, objectFit: 'contain' }}
      />
      <Box
        component={PatientImage}
        src={originalUrl}
        alt={t('alt.original')}
        draggable={false}
        style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }}
        sx={{ ...layer, animation: 'cut 900ms cubic-bezier(0.6, 0, 0.2, 1)' }}
      />
      <Box
        style={{ insetInlineStart: `${share}%` }}
        sx={{
          position: 'absolute',
          insetBlock: 0,
          width: 2,
          marginInline: '-1px',
          backgroundColor: '#ffffff',
          boxShadow: '0 0 0 1px rgb(0 0 0 / 35%)',
          animation: 'blade 900ms cubic-bezier(0.6, 0, 0.2, 1)',
        }}
      />
      <Box
        role="slider"
        tabIndex={0}
        aria-label={t('compare.label')}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share)}
        aria-valuetext={t('compare.value', { percent: format.percent(share / 100) })}
        onKeyDown={keyDown}
        style={{ insetInlineStart: `clamp(0px, ${share}% - ${GRIP / 2}px, 100% - ${GRIP}px)` }}
        sx={{
          position: 'absolute',
          insetBlockStart: `calc(50% - ${GRIP / 2}px)`,
          width: GRIP,
          height: GRIP,
          display: 'grid',
          placeItems: 'center',
          color: '#12211d',
          backgroundColor: '#ffffff',
          borderRadius: '4px',
          boxShadow: '0 0 0 1px rgb(0 0 0 / 30%), 0 4px 12px rgb(0 0 0 / 35%)',
          '&&:focus-visible': { outlineOffset: '-6px', outlineColor: '#b23a08' },
        }}
      >
        <GripIcon aria-hidden />
      </Box>
      {(['original', 'cutout'] as const).map((side) => (
        <Box
          key={side}
          aria-hidden
          sx={{
            position: 'absolute',
            insetBlockEnd: 10,
            [side === 'original' ? 'insetInlineStart' : 'insetInlineEnd']: 10,
            padding: '3px 9px',
            fontSize: '0.8125rem',
            fontWeight: 600,
            color: '#ffffff',
            backgroundColor: 'rgb(8 22 19 / 78%)',
            borderRadius: '2px',
            opacity: (side === 'original' ? share > 22 : share < 78) ? 1 : 0,
            transition: 'opacity 150ms',
            pointerEvents: 'none',
          }}
        >
          {t(`compare.${side}`)}
        </Box>
      ))}
    </Box>
  );
}
