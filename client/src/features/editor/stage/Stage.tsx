import { TRANSPARENT } from '@clearcut/schemas/transaction/scene';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { checker } from '../../../ui/checker.ts';
import { Sheet } from '../../../ui/Sheet.tsx';
import type { EditedPicture } from '../edited-picture.ts';
import type { EditorLayout } from '../layout.ts';
import type { Showing } from '../engine/painter.ts';
import { fitScale } from '../engine/view.ts';
import { CropOverlay } from './CropOverlay.tsx';
import { Handles } from './Handles.tsx';
import { MissingNote } from './MissingNote.tsx';
import { StageController } from './stage-controller.ts';
import { usePicture, useTools } from '../useStore.ts';
import { useBackground } from './useBackground.ts';
import { useStageSize } from './useStageSize.ts';

/** The picture on its sheet, and what lies over it: the brush's ring, handles, the crop. Left is left in every language. */
export function Stage({ picture, layout }: { readonly picture: EditedPicture; readonly layout: EditorLayout }) {
  const { t } = useTranslation('editor');
  const theme = useTheme();
  const { inputs, strokes, isPartial, version, settings, view } = usePicture(picture);
  const tool = useTools();
  const { background, failed, reload } = useBackground(settings.background.id);
  const isBackgroundAwaited = settings.background.id !== null && background === null && !failed;
  const areStrokesAwaited = strokes.length < version.masks.length && !isPartial;
  const isAwaited = inputs === undefined || version.isAwaited || areStrokesAwaited;
  const { painter } = picture;
  const { output } = useSyncExternalStore(painter.subscribe, painter.getState);
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const shownSize = output ?? { width: view.width, height: view.height };
  const size = useStageSize(shownSize, layout);
  const controller = useMemo(() => new StageController(picture), [picture]);
  const showing: Showing = tool.isComparing ? 'original' : tool.isCropping ? 'uncropped' : 'picture';

  useLayoutEffect(() => {
    if (canvas.current !== null) painter.drawOn(canvas.current);
  }, [painter]);

  useLayoutEffect(() => {
    // A picture that is still on its way leaves what is shown as it is, rather than nothing behind the subject.
    if (inputs === undefined || isBackgroundAwaited) return;
    const frame = { width: view.width, height: view.height };
    const shown = failed ? { ...settings, background: TRANSPARENT } : settings;
    controller.paint(() => painter.show({ ...inputs, frame, strokes, settings: shown, background, showing }));
  }, [
    painter,
    controller,
    inputs,
    strokes,
    settings,
    background,
    failed,
    isBackgroundAwaited,
    showing,
    view.width,
    view.height,
  ]);

  useLayoutEffect(() => {
    if (stage.current === null || ring.current === null) return undefined;
    return controller.attach(stage.current, ring.current);
  }, [controller]);

  useEffect(() => controller.laidOut(size), [controller, size]);

  const scale = fitScale(size, shownSize) * tool.view.zoom;
  const isDrawing = tool.section === 'brush';
  const loadMissing = () => {
    if (failed) reload();
    picture.reload();
  };
  return (
    <>
      <Sheet sx={{ padding: layout.isWide ? '12px' : '8px', width: 'fit-content', marginInline: 'auto' }}>
        <Box
          ref={stage}
          dir="ltr"
          role="application"
          tabIndex={0}
          aria-label={t('stage.label', { name: view.originalFileName })}
          aria-describedby="stage-help"
          data-testid="stage"
          data-head={version.headId}
          aria-busy={isAwaited || isBackgroundAwaited}
          style={{ width: size.width, height: size.height }}
          sx={{
            position: 'relative',
            overflow: 'hidden',
            userSelect: 'none',
            touchAction: isDrawing || tool.section === 'arrange' || tool.view.zoom > 1 ? 'none' : 'pan-y',
            cursor: tool.isPanning
              ? 'grab'
              : isDrawing && !tool.isPicking
                ? 'none'
                : tool.isPicking
                  ? 'crosshair'
                  : 'default',
            '&:focus-visible': { outlineOffset: '2px' },
          }}
        >
          <Box
            component="canvas"
            ref={canvas}
            data-testid="picture"
            style={{
              width: shownSize.width,
              height: shownSize.height,
              transform: `translate(${tool.view.x}px, ${tool.view.y}px) translate(-50%, -50%) scale(${scale})`,
              backgroundSize: `${24 / scale}px ${24 / scale}px`,
              imageRendering: scale >= 4 ? 'pixelated' : 'auto',
            }}
            sx={{
              position: 'absolute',
              insetInlineStart: '50%',
              insetBlockStart: '50%',
              background: checker(
                theme.vars.palette.clearcut.checkerLight,
                theme.vars.palette.clearcut.checkerDark,
                24,
              ),
            }}
          />
          {output !== undefined && tool.section === 'arrange' && !tool.isCropping && !tool.isComparing && (
            <Handles picture={picture} output={output} stage={size} />
          )}
          {output !== undefined && tool.isCropping && <CropOverlay picture={picture} output={output} stage={size} />}
          <Box
            ref={ring}
            aria-hidden
            style={{ width: tool.brushSize, height: tool.brushSize }}
            hidden
            sx={{
              position: 'absolute',
              insetInlineStart: '50%',
              insetBlockStart: '50%',
              borderRadius: '50%',
              pointerEvents: 'none',
              boxShadow: '0 0 0 1.500px #ffffff, 0 0 0 2.500px rgb(0 0 0 / 65%)',
              // It stands for the pointer, also where the system forces its colours.
              forcedColorAdjust: 'none',
              '&::after': {
                content: '""',
                position: 'absolute',
                inset: `${(1 - tool.hardness) * 50}%`,
                borderRadius: '50%',
                boxShadow: '0 0 0 1px rgb(255 255 255 / 70%), 0 0 0 2px rgb(0 0 0 / 25%)',
                display: tool.hardness > 0.95 || tool.hardness === 0 ? 'none' : 'block',
              },
            }}
          />
        </Box>
      </Sheet>
      {(failed || isPartial) && (
        <MissingNote onReload={loadMissing}>
          {failed && <div>{t('missing.background')}</div>}
          {isPartial && <div>{t('missing.strokes')}</div>}
        </MissingNote>
      )}
    </>
  );
}
