import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { DownloadIcon } from '../../ui/icons.tsx';
import { OtherFormats } from '../downloads/OtherFormats.tsx';
import { ResumedSave } from '../saves/ResumedSave.tsx';
import { useIsFullSize } from '../saves/useIsFullSize.ts';
import { SaveInHd } from '../saves/SaveInHd.tsx';
import { downloadPreview } from './picture/download-preview.ts';
import type { EditedPicture } from './picture/edited-picture.ts';
import { usePicture } from './picture/usePicture.ts';
import { tools } from './state/tools.ts';
import { useEditorSave } from './useEditorSave.ts';

export interface EditorSaveProps {
  readonly picture: EditedPicture;
}

export function EditorSave({ picture }: EditorSaveProps) {
  const { t } = useTranslation('editor');
  const { t: tSaves } = useTranslation('saves');
  const { view } = usePicture(picture);
  const { state, save, tell } = useEditorSave(picture);
  const isFullSize = useIsFullSize(view);
  const download = useMutation({
    mutationFn: () => downloadPreview(picture),
    onError: tell,
  });
  return (
    <Box sx={{ display: 'grid', gap: '12px' }}>
      {!isFullSize && (
        <SaveInHd view={view} state={state} onSave={() => void save()} formats={<OtherFormats view={view} />} />
      )}
      <Button
        {...(isFullSize ? { variant: 'contained', color: 'primary', size: 'large' } : { variant: 'outlined' })}
        disabled={download.isPending}
        aria-busy={download.isPending}
        onClick={() => download.mutate()}
        startIcon={<DownloadIcon aria-hidden />}
      >
        {isFullSize ? tSaves('fullSize') : t('download')}
      </Button>
    </Box>
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
