import Box from '@mui/material/Box';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import type { EditedPicture } from '../picture/edited-picture.ts';
import { Detail } from './Detail.tsx';
import { Ghost } from './Ghost.tsx';
import type { EditorLayout } from './layout.ts';
import { useStore } from '../../../lib/useStore.ts';
import { usePicture } from '../picture/usePicture.ts';
import { useTools } from '../state/useTools.ts';
import { toolInHand } from '../tools/registry.ts';
import { MissingNote } from './MissingNote.tsx';
import { PictureCanvas } from './PictureCanvas.tsx';
import { StageController } from './stage-controller.ts';
import { usePainted } from './usePainted.ts';
import { paperBeside, useStageSize } from './useStageSize.ts';

/** The picture with overlays: brush ring, handles, crop. Left is left in every language. */
export function Stage({ picture, layout }: { readonly picture: EditedPicture; readonly layout: EditorLayout }) {
  const { t } = useTranslation('editor');
  const { version, view } = usePicture(picture);
  const state = useTools();
  const tool = toolInHand(state);
  const { painter } = picture;
  const { output } = useStore(painter);
  const shownSize = output ?? { width: view.width, height: view.height };
  const size = useStageSize(shownSize, layout);
  const controller = useMemo(() => new StageController(picture), [picture]);
  const { isAwaited, isBackgroundMissing, areStrokesMissing, reload } = usePainted(picture, controller);
  const stage = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => (stage.current === null ? undefined : controller.attach(stage.current)), [controller]);

  useEffect(() => controller.laidOut(size), [controller, size]);

  const Overlay = output === undefined || state.isComparing ? undefined : tool?.Overlay;
  return (
    <>
      <Sheet sx={{ padding: `${paperBeside(size.width, layout)}px`, width: 'fit-content', marginInline: 'auto' }}>
        <Box
          ref={stage}
          dir="ltr"
          role="application"
          tabIndex={0}
          aria-label={t('stage.label', { name: view.originalFileName })}
          aria-describedby="stage-help"
          data-testid="stage"
          data-head={version.headId}
          aria-busy={isAwaited}
          style={{ width: size.width, height: size.height }}
          sx={{
            position: 'relative',
            userSelect: 'none',
            touchAction: tool?.takesTouch === true || state.view.zoom > 1 ? 'none' : 'pan-y',
            cursor: state.isPanning ? 'grab' : (tool?.cursor ?? 'default'),
            '&:focus-visible': { outlineOffset: '2px' },
          }}
        >
          {/* Overlays may reach over the edge, so that handles stay whole. */}
          <Box sx={{ position: 'absolute', inset: 0, overflow: 'hidden' }}>
            <PictureCanvas painter={painter} size={shownSize} stage={size} />
            <Detail picture={picture} stage={size} />
            {state.section === 'brush' && state.brushMode !== 'erase' && !state.isComparing && (
              <Ghost picture={picture} stage={size} />
            )}
          </Box>
          {Overlay !== undefined && output !== undefined && <Overlay picture={picture} output={output} stage={size} />}
        </Box>
      </Sheet>
      {(isBackgroundMissing || areStrokesMissing) && (
        <MissingNote onReload={reload}>
          {isBackgroundMissing && <div>{t('missing.background')}</div>}
          {areStrokesMissing && <div>{t('missing.strokes')}</div>}
        </MissingNote>
      )}
    </>
  );
}
