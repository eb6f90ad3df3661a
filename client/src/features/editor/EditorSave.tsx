import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { DownloadIcon } from '../../ui/work-icons.tsx';
import { ResumedSave } from '../pictures/saves/ResumedSave.tsx';
import { useIsFullSize } from '../pictures/saves/useIsFullSize.ts';
import { hdFileOf } from '../pictures/saves/hd-file.ts';
import { MainRow, SaveInHd } from '../pictures/saves/SaveInHd.tsx';
import { downloadPreview } from './picture/download-preview.ts';
import type { EditedPicture } from './picture/edited-picture.ts';
import { usePicture } from './picture/usePicture.ts';
import { tools } from './state/tools.ts';
import { SaveMenu } from './SaveMenu.tsx';
import { useEditorSave } from './useEditorSave.ts';

export interface EditorSaveProps {
  readonly picture: EditedPicture;
}

export function EditorSave({ picture }: EditorSaveProps) {
  const { t } = useTranslation('saves');
  const { view } = usePicture(picture);
  const { state, save, reportFailure } = useEditorSave(picture);
  const isFullSize = useIsFullSize(view);
  const download = useMutation({
    mutationFn: () => downloadPreview(picture),
    onError: reportFailure,
  });
  const menu = (
    <SaveMenu view={view} file={hdFileOf(view, state)} onPreview={isFullSize ? undefined : () => download.mutate()} />
  );
  if (!isFullSize) return <SaveInHd view={view} state={state} onSave={() => void save()} menu={menu} />;
  return (
    <MainRow menu={menu}>
      <Button
        variant="contained"
        color="primary"
        size="large"
        disabled={download.isPending}
        aria-busy={download.isPending}
        onClick={() => download.mutate()}
        startIcon={<DownloadIcon aria-hidden />}
      >
        {t('fullSize')}
      </Button>
    </MainRow>
  );
}

/** Resumes the save that a login interrupted; on phones too, whose panel shows another section then. */
export function ResumedEditorSave({ picture }: EditorSaveProps) {
  const { save } = useEditorSave(picture);
  const showAndSave = useCallback(() => {
    tools.showSection('save');
    return save();
  }, [save]);
  return <ResumedSave id={picture.id} save={showAndSave} />;
}
