import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Backdrop } from '../../features/result/backdrops.ts';
import { ResultPanel } from '../../features/result/ResultPanel.tsx';
import { useCutout } from '../../features/result/useCutout.ts';
import { cutoutUrl, deleteTransaction } from '../../features/uploads/api.ts';
import { cutoutStep } from '../../features/uploads/outcome.ts';
import { uploadStore, type UploadState } from '../../features/uploads/upload-store.ts';
import { Stage } from './Stage.tsx';
import { Workbench } from './Workbench.tsx';

/** The finished picture: the stage with its slider, and what can be done with it. */
export function ResultView({ view, picture }: Extract<UploadState, { stage: 'ready' }>) {
  const { t } = useTranslation('result');
  const [backdrop, setBackdrop] = useState<Backdrop>('checker');
  const downloadUrl = cutoutUrl(view.id, cutoutStep(view)?.id ?? view.id);
  const { cutout, failed, reload } = useCutout(downloadUrl);

  return (
    <Workbench
      stage={
        <Stage picture={picture} cutoutUrl={cutout?.url} backdrop={backdrop} busy={cutout === undefined && !failed} />
      }
    >
      {failed && (
        <div role="alert">
          <Typography sx={{ fontWeight: 550 }}>{t('notLoaded')}</Typography>
          <Button variant="outlined" onClick={reload} sx={{ marginBlock: '12px 24px' }}>
            {t('reload')}
          </Button>
        </div>
      )}
      <ResultPanel
        view={view}
        cutout={cutout}
        downloadUrl={downloadUrl}
        backdrop={backdrop}
        onBackdrop={setBackdrop}
        onAnother={() => uploadStore.leave()}
        onDelete={() => deleteTransaction(view.id)}
        onDeleted={() => uploadStore.leave('deleted')}
      />
    </Workbench>
  );
}
