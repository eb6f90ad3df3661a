import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DropSheet } from '../uploads/DropSheet.tsx';
import { ExamplePictures } from '../uploads/ExamplePictures.tsx';
import { FailurePanel } from '../uploads/FailurePanel.tsx';
import { ProgressPanel } from '../uploads/ProgressPanel.tsx';
import type { UploadState } from '../uploads/upload-state.ts';
import { uploadStore } from '../uploads/upload-store.ts';
import { useAnnouncement } from '../uploads/useAnnouncement.ts';
import { useAddPicture } from './useAddPicture.ts';
import { useUpload } from '../uploads/useUpload.ts';
import { Mat } from '../../../ui/paper/Mat.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { ResultView } from './ResultView.tsx';
import { Stage } from './UploadStage.tsx';
import { SubjectView } from './SubjectView.tsx';
import { Workbench } from './Workbench.tsx';

function NoPicture({ state, more }: { state: Extract<UploadState, { stage: 'idle' }>; more: ReactNode }) {
  const { t } = useTranslation('uploads');
  const { over, onFiles, onUrl } = useAddPicture();
  return (
    <Box sx={{ width: 'min(600px, 100%)', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
      <Typography variant="h1" data-heading tabIndex={-1} sx={{ outline: 'none', textAlign: 'center' }}>
        {t('title')}
      </Typography>
      <DropSheet over={over} rejection={state.rejection} notice={state.notice} onFiles={onFiles} onUrl={onUrl} />
      {more}
      <ExamplePictures onFiles={onFiles} />
    </Box>
  );
}

/** Also accepts the next picture while one is processed or shown. */
function PictureAtWork({ state }: { state: Exclude<UploadState, { stage: 'idle' }> }) {
  useAddPicture();
  // The failure being fixed; the next one shows its own message first.
  const [mending, setMending] = useState<UploadState>();
  if (state.stage === 'ready') return <ResultView {...state} />;
  const picture = 'picture' in state ? state.picture : undefined;
  // Without a detected subject the person can still mark it.
  const unseen =
    state.stage === 'failed' && state.failure.code === 'subject_not_found' && picture !== undefined
      ? state.id
      : undefined;
  if (mending === state && unseen !== undefined && picture !== undefined) {
    return <SubjectView id={unseen} picture={picture} isChosen={false} onCancel={() => setMending(undefined)} />;
  }
  const busy = state.stage !== 'failed';
  const stage =
    busy || picture !== undefined ? (
      <Stage picture={picture} cutoutUrl={undefined} colour={null} busy={busy} />
    ) : undefined;
  return (
    <Workbench stage={stage}>
      {state.stage === 'failed' ? (
        <FailurePanel
          failure={state.failure}
          onChoose={unseen === undefined ? undefined : () => setMending(state)}
          pictureId={state.id}
          onRetry={() => uploadStore.retry()}
          onAnother={() => uploadStore.leave()}
        />
      ) : (
        <ProgressPanel state={state} onCancel={() => uploadStore.cancel()} />
      )}
    </Workbench>
  );
}

/**
 * Works on a picture, from the empty sheet to the download. Fills its layout.
 * @param more other options while there is no picture yet
 */
export function UploadFlow({ more }: { more?: ReactNode }) {
  const state = useUpload();
  const announcement = useAnnouncement(state);
  const stageArea = useRef<HTMLElement>(null);

  useEffect(() => {
    void uploadStore.restore();
  }, []);

  // A fresh visit starts at the top of the page; arriving with a picture from the home page has lost the focus too.
  const stageBefore = useRef<UploadState['stage']>(state.stage === 'sending' ? 'idle' : state.stage);
  useEffect(() => {
    if (stageBefore.current === state.stage) return;
    stageBefore.current = state.stage;
    // The focused control left with its stage: continue at the new heading, not at the top of the page.
    if (document.activeElement === document.body)
      stageArea.current?.querySelector<HTMLElement>('[data-heading]')?.focus();
  }, [state.stage]);

  return (
    <Mat className="on-mat" sx={{ flexGrow: 1, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box
        ref={stageArea}
        sx={{
          minWidth: 0,
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          // From the top, not centred: a growing panel must not move the picture.
          placeItems: 'start center',
          padding: { xs: '28px 16px 40px', md: '40px 32px 56px' },
        }}
      >
        <VisuallyHidden role="status">{announcement}</VisuallyHidden>
        {state.stage === 'idle' ? <NoPicture state={state} more={more} /> : <PictureAtWork state={state} />}
      </Box>
    </Mat>
  );
}
