import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { downloadPreview } from './picture/download-preview.ts';
import type { EditedPicture } from './picture/edited-picture.ts';
import { usePicture } from './picture/usePicture.ts';
import { useResumedSave } from '../saves/resume.ts';
import { SaveInHd } from '../saves/SaveInHd.tsx';
import { useSaveInHd } from '../saves/useSaveInHd.ts';
import { DownloadIcon } from '../../ui/icons.tsx';
import { useFailureToast } from '../../ui/toasts/useFailureToast.ts';

/** The ways to have the picture: the file at full size, and the free preview. Both are what is on the screen, edits on their way included. */
export function EditorSave({ picture }: { readonly picture: EditedPicture }) {
  const { t } = useTranslation('editor');
  const { view } = usePicture(picture);
  const { state, save } = useSaveInHd(picture.id, { resumeAt: `/app/editor?image=${picture.id}&resume=save` });
  const failureToast = useFailureToast();
  const tell = (error: unknown) => {
    // The person removed the picture while its edits were sent, so there is nothing to tell them.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    failureToast(error);
  };
  const saveAll = async () => {
    try {
      await picture.whenSent();
    } catch (error) {
      // Saved without the edit that was refused, it would cost a credit all the same.
      tell(error);
      return;
    }
    const answer = await save();
    if (answer !== undefined) await picture.lookAgain();
  };
  useResumedSave(picture.id, saveAll);
  const download = useMutation({
    mutationFn: () => downloadPreview(picture),
    onError: tell,
  });
  return (
    <Box sx={{ display: 'grid', gap: '12px' }}>
      <SaveInHd view={view} state={state} onSave={() => void saveAll()} />
      <Button
        variant="outlined"
        disabled={download.isPending}
        aria-busy={download.isPending}
        onClick={() => download.mutate()}
        startIcon={<DownloadIcon aria-hidden />}
      >
        {t('download')}
      </Button>
    </Box>
  );
}
