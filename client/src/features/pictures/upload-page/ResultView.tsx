import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OtherFormats } from '../downloads/OtherFormats.tsx';
import { plainCutoutUrl, previewUrl } from '../uploads/transaction/shown-picture.ts';
import { ResultPanel } from '../result/ResultPanel.tsx';
import { useCutout } from '../result/useCutout.ts';
import { SaveInHd } from '../saves/SaveInHd.tsx';
import { ResumedSave } from '../saves/ResumedSave.tsx';
import { useIsFullSize } from '../saves/useIsFullSize.ts';
import { useSaveInHd } from '../saves/useSaveInHd.ts';
import { deleteTransaction } from '../uploads/transaction/api.ts';
import type { UploadState } from '../uploads/upload-state.ts';
import { uploadStore } from '../uploads/upload-store.ts';
import { Stage } from './UploadStage.tsx';
import { SubjectView } from './SubjectView.tsx';
import { hasNoOtherEdits, settingsOf, useBackground } from './useBackground.ts';
import { usePreviewLink } from './usePreviewLink.ts';
import { Workbench } from './Workbench.tsx';

export function ResultView({ view, picture }: Extract<UploadState, { stage: 'ready' }>) {
  const { t } = useTranslation('result');
  const [isChoosing, setChoosing] = useState(false);
  const [isConfirmed, setConfirmed] = useState(false);
  const { cutout, isBehind, failed, reload } = useCutout(previewUrl(view));
  const { colour, choose, isSending, isTouched } = useBackground(view);
  // Until the server has drawn the choice, the browser draws it. Without a choice, a better cut-out replaces the
  // previous one only once decoded.
  const isDrawnHere = cutout !== undefined && isTouched && (isSending || isBehind) && hasNoOtherEdits(view);
  const preview = usePreviewLink(view);
  const { state: saving, save } = useSaveInHd(view.id);
  const isFullSize = useIsFullSize(view);

  useEffect(() => {
    // The picture was read before the save and does not include it.
    if (saving.stage === 'saved') void uploadStore.refetch();
  }, [saving]);

  if (isChoosing) {
    return (
      <SubjectView
        id={view.id}
        picture={picture}
        isChosen={view.subject.kind !== 'auto'}
        onCancel={() => setChoosing(false)}
      />
    );
  }
  return (
    <Workbench
      stage={
        <Stage
          picture={picture}
          cutoutUrl={isDrawnHere ? plainCutoutUrl(view) : cutout?.url}
          colour={colour ?? null}
          busy={cutout === undefined && !failed}
        />
      }
    >
      {failed && (
        <div role="alert">
          <Typography sx={{ fontWeight: 'strong' }}>{t('notLoaded')}</Typography>
          <Button variant="outlined" onClick={reload} sx={{ marginBlock: '12px 24px' }}>
            {t('reload')}
          </Button>
        </div>
      )}
      <ResultPanel
        view={view}
        cutout={cutout}
        preview={preview}
        colour={colour}
        onColour={choose}
        onConfirm={view.isGuess && !isConfirmed ? () => setConfirmed(true) : undefined}
        onChoose={() => setChoosing(true)}
        onAnother={() => uploadStore.leave()}
        saveInHd={
          isFullSize ? undefined : (
            <SaveInHd
              view={view}
              state={saving}
              // Sends the pending choice with the save: it saves what is shown.
              onSave={() => void save(isSending && colour !== undefined ? settingsOf(colour) : {}, isConfirmed)}
              formats={<OtherFormats view={view} />}
            />
          )
        }
        onDelete={() => deleteTransaction(view.id)}
      />
      <ResumedSave id={view.id} save={save} />
    </Workbench>
  );
}
