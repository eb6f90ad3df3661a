import { TEMPLATES } from '@clearcut/schemas/constants';
import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { changeTemplate, templatesQuery } from './api.ts';
import type { TemplateDialogProps } from './RemoveTemplate.tsx';

export function RenameTemplate({ template, onClose }: TemplateDialogProps) {
  const { t } = useTranslation('templates');
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const [name, setName] = useState(template.name);
  const renaming = useMutation({
    mutationFn: () => changeTemplate({ ...template, name }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey });
      onClose();
    },
  });
  const isNone = name.trim() === '';
  const rename = () => {
    if (!isNone && !renaming.isPending) renaming.mutate();
  };
  return (
    <ConfirmDialog
      open
      title={t('rename.title', { name: template.name })}
      text={t('rename.text')}
      confirm={t('rename.confirm')}
      keep={t('rename.keep')}
      tone="primary"
      busy={isNone || renaming.isPending}
      onConfirm={rename}
      onClose={onClose}
    >
      <TextField
        label={t('new.name')}
        value={name}
        fullWidth
        onChange={({ target }) => setName(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && rename()}
        error={renaming.isError}
        helperText={renaming.isError && failureText(toFailure(renaming.error))}
        slotProps={{ htmlInput: { maxLength: TEMPLATES.nameLength, dir: 'auto' } }}
        sx={{ marginBlockEnd: 2.5 }}
      />
    </ConfirmDialog>
  );
}
