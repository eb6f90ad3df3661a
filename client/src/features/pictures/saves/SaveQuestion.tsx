import { HD_SAVE_CREDITS } from '@clearcut/schemas/constants';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { PriceNote } from './PriceNote.tsx';

export interface SaveQuestionProps {
  readonly open: boolean;
  readonly title: string;
  readonly text: string;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

export function SaveQuestion({ open, title, text, onSave, onClose }: SaveQuestionProps) {
  const { t } = useTranslation('saves');
  const { number } = useFormat();
  return (
    <ConfirmDialog
      open={open}
      title={title}
      text={text}
      confirm={t('save', { count: HD_SAVE_CREDITS, number: number(HD_SAVE_CREDITS) })}
      keep={t('notNow')}
      tone="primary"
      busy={false}
      onConfirm={() => {
        onSave();
        onClose();
      }}
      onClose={onClose}
    >
      <Box sx={{ marginBlockEnd: 2.5 }}>
        <PriceNote />
      </Box>
    </ConfirmDialog>
  );
}
