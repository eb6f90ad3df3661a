import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../lib/errors/failure.ts';
import { useStore } from '../../lib/useStore.ts';
import { useFailureText } from '../../lib/errors/useFailureText.ts';
import { Sheet } from '../../ui/paper/Sheet.tsx';
import { usePictureFailureToast } from '../support-access/usePictureFailureToast.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import type { EditedPicture } from './picture/edited-picture.ts';
import { STAGE } from './engine/view.ts';
import { BESIDE, HEADER, MARGINS, useEditorLayout, useSizeOf } from './stage/layout.ts';
import { Panel } from './panel/Panel.tsx';
import { PictureTitle } from './PictureTitle.tsx';
import { detailShown } from './stage/detail-shown.ts';
import { Stage } from './stage/Stage.tsx';
import { PAPER } from './stage/useStageSize.ts';
import { Toolbar } from './Toolbar.tsx';
import { ToolsSheet } from './ToolsSheet.tsx';
import { useAnnouncement } from './useAnnouncement.ts';
import { KeyboardHelp } from './actions/KeyboardHelp.tsx';
import { useShortcuts } from './actions/useShortcuts.ts';
import { usePicture } from './picture/usePicture.ts';

export interface EditorViewProps {
  readonly picture: EditedPicture;
  readonly strip: ReactNode;
  readonly save: ReactNode;
}

function useRefusalNotice(picture: EditedPicture): void {
  const failureToast = usePictureFailureToast(picture.id);
  const { refused } = usePicture(picture);
  useEffect(() => {
    if (refused === undefined) return;
    failureToast(refused);
    // The picture outlives this page and would report it on every return.
    picture.dismissRefusal();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [refused]);
}

function NotShown({ failure, onReload }: { readonly failure: Failure; readonly onReload: () => void }) {
  const { t } = useTranslation('editor');
  const failureText = useFailureText();
  return (
    <Sheet role="alert" sx={{ padding: 3.5, display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Typography>{failureText(failure)}</Typography>
      <Button variant="outlined" onClick={onReload}>
        {t('reload')}
      </Button>
    </Sheet>
  );
}

export function EditorView({ picture, strip, save }: EditorViewProps) {
  const { t } = useTranslation('editor');
  const { view, sync, isRefining, failure } = usePicture(picture);
  const { shown: detail } = useStore(detailShown);
  const announcement = useAnnouncement(picture);
  useShortcuts(picture);
  useRefusalNotice(picture);

  const root = useRef<HTMLDivElement>(null);
  const layout = useEditorLayout(root);
  const { isWide, isLow, isFilling } = layout;
  // The tools give way before the stage gets smaller than its usual size.
  const leastStage = isLow ? 0 : STAGE.maxWidth + PAPER.wide;
  const work = useRef<HTMLDivElement>(null);
  const { height: workHeight } = useSizeOf(work, { width: 0, height: 460 });

  return (
    <Box
      ref={root}
      sx={{
        width: '100%',
        display: 'grid',
        justifyContent: 'center',
        gridTemplateColumns: isWide
          ? `minmax(${leastStage}px, ${isFilling || isLow ? '1fr' : '780px'}) minmax(${BESIDE.least}px, ${isLow ? BESIDE.least : BESIDE.most}px)`
          : 'minmax(0, 1fr)',
        gridTemplateRows: isWide ? 'auto' : '1fr auto',
        gap: isWide ? `${BESIDE.gap}px` : 1,
        // Below the header: the tools end with the window.
        minHeight: isWide ? 0 : { xs: `calc(100dvh - ${HEADER.xs}px)`, md: `calc(100dvh - ${HEADER.md}px)` },
        alignItems: 'start',
        padding: isLow
          ? `8px ${MARGINS.narrow}px`
          : isWide
            ? `28px ${MARGINS.wide}px 48px`
            : `14px ${MARGINS.narrow}px 0`,
      }}
    >
      <VisuallyHidden role="status">
        <span key={announcement.key}>{announcement.text}</span>
      </VisuallyHidden>
      <VisuallyHidden id="stage-help">{t('stage.help')}</VisuallyHidden>
      <Box
        ref={work}
        sx={{ minWidth: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: isWide ? 1.5 : 0.75 }}
      >
        <Toolbar picture={picture} isLow={isLow} />
        {failure === undefined ? (
          <Stage key={picture.id} picture={picture} layout={layout} />
        ) : (
          <NotShown failure={failure} onReload={() => picture.reload()} />
        )}
        {strip}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', alignItems: 'center', columnGap: 2.5 }}>
          <Typography
            variant="body2"
            data-testid="sync"
            data-sync={sync}
            sx={{ color: 'clearcut.onMatSoft', minHeight: '1.5em' }}
          >
            {t(isRefining && sync === 'sending' ? 'sync.refining' : `sync.${sync}`)}
          </Typography>
          <KeyboardHelp />
        </Box>
        {detail !== 'none' && (
          <Typography
            variant="body2"
            role="status"
            sx={{ color: 'clearcut.onMatSoft', textAlign: 'center', textWrap: 'balance' }}
          >
            {t(`detail.${detail}`)}
          </Typography>
        )}
        {isRefining && sync === 'sending' && (
          <Box sx={{ width: 'min(100%, 240px)', justifySelf: 'center' }}>
            <ProgressBar label={t('sync.refining')} share={undefined} />
          </Box>
        )}
      </Box>
      <ToolsSheet layout={layout} workHeight={workHeight}>
        <PictureTitle name={view.originalFileName} isWide={isWide && !isLow} />
        {/* A low panel has no room for the tools and the save at once. */}
        <Panel picture={picture} isWide={isWide && !isLow} save={save} />
      </ToolsSheet>
    </Box>
  );
}
