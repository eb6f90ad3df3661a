import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../lib/errors/useFailureText.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { snipped } from '../../ui/snipped.ts';
import { useFailureToast } from '../../ui/toasts/useFailureToast.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import type { EditedPicture } from './edited-picture.ts';
import { MARGINS, useEditorLayout, useSizeOf } from './layout.ts';
import { Panel } from './panel/Panel.tsx';
import { Stage } from './stage/Stage.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useAnnouncement } from './useAnnouncement.ts';
import { useShortcuts } from './useShortcuts.ts';
import { usePicture } from './useStore.ts';

export interface EditorViewProps {
  readonly picture: EditedPicture;
  readonly strip: ReactNode;
  readonly save: ReactNode;
}

/** Height of the page's header in CSS pixels. */
const HEADER = { xs: 60, md: 72 } as const;

/** One picture with everything to work on it: stage and strip on the mat, the tools on a sheet beside them. */
export function EditorView({ picture, strip, save }: EditorViewProps) {
  const { t } = useTranslation('editor');
  const failureText = useFailureText();
  const failureToast = useFailureToast();
  const { view, sync, failure, refused } = usePicture(picture);
  const announcement = useAnnouncement(picture);
  useShortcuts(picture);

  useEffect(() => {
    if (refused === undefined) return;
    failureToast(refused);
    // The picture outlives this page, and would have it told at each return.
    picture.toldOfRefusal();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [refused]);

  const root = useRef<HTMLDivElement>(null);
  const layout = useEditorLayout(root);
  const { isWide } = layout;
  const work = useRef<HTMLDivElement>(null);
  const { height: workHeight } = useSizeOf(work, { width: 0, height: 460 });

  return (
    <Box
      ref={root}
      sx={{
        width: '100%',
        display: 'grid',
        justifyContent: 'center',
        gridTemplateColumns: isWide ? 'minmax(0, 780px) minmax(300px, 360px)' : 'minmax(0, 1fr)',
        gridTemplateRows: isWide ? 'auto' : '1fr auto',
        gap: isWide ? '28px' : '8px',
        // Below the header: the sheet with the tools ends with the window.
        minHeight: isWide ? 0 : { xs: `calc(100dvh - ${HEADER.xs}px)`, md: `calc(100dvh - ${HEADER.md}px)` },
        alignItems: 'start',
        padding: isWide ? `28px ${MARGINS.wide}px 48px` : `14px ${MARGINS.narrow}px 0`,
      }}
    >
      <VisuallyHidden role="status">
        <span key={announcement.key}>{announcement.text}</span>
      </VisuallyHidden>
      <VisuallyHidden id="stage-help">{t('stage.help')}</VisuallyHidden>
      <Box
        ref={work}
        sx={{ minWidth: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: isWide ? '12px' : '6px' }}
      >
        <Toolbar picture={picture} />
        {failure === undefined ? (
          <Stage key={picture.id} picture={picture} layout={layout} />
        ) : (
          <Sheet role="alert" sx={{ padding: '28px', display: 'grid', gap: '16px', justifyItems: 'start' }}>
            <Typography>{failureText(failure)}</Typography>
            <Button variant="outlined" onClick={() => picture.reload()}>
              {t('reload')}
            </Button>
          </Sheet>
        )}
        {strip}
        <Typography
          variant="body2"
          data-testid="sync"
          data-sync={sync}
          sx={{ textAlign: 'center', color: 'clearcut.onMatSoft', minHeight: '1.5em' }}
        >
          {t(`sync.${sync}`)}
        </Typography>
      </Box>
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
        <Typography
          component="h1"
          data-heading
          tabIndex={-1}
          sx={{
            flexShrink: 0,
            display: isWide ? 'block' : 'none',
            padding: '20px 44px 0 20px',
            fontSize: '1.0625rem',
            fontWeight: 650,
            lineHeight: 1.3,
            outline: 'none',
          }}
        >
          <VisuallyHidden>{t('title')}: </VisuallyHidden>
          <Box
            component="span"
            dir="auto"
            sx={{
              display: 'block',
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
              // The end of a name is cut off, whichever way it is written, and not its beginning.
              textAlign: '-webkit-match-parent',
            }}
          >
            {view.originalFileName}
          </Box>
        </Typography>
        <Panel picture={picture} isWide={isWide} save={save} />
      </Sheet>
    </Box>
  );
}
