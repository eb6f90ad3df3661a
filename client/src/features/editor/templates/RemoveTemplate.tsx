import { call } from '../../../lib/contracts/call.ts';
import { templateContracts } from '@clearcut/schemas/contracts/templates';
import type { SavedTemplate } from '@clearcut/schemas/templates/http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { useFailureToast } from '../../../ui/toasts/useFailureToast.ts';
import { templatesQuery } from './api.ts';

export interface TemplateDialogProps {
  readonly template: SavedTemplate;
  readonly onClose: () => void;
}

export function RemoveTemplate({ template, onClose }: TemplateDialogProps) {
  const { t } = useTranslation('templates');
  const queryClient = useQueryClient();
  const failureToast = useFailureToast();
  const removal = useMutation({
    mutationFn: () => call(templateContracts.remove, { params: { id: template.id } }),
    onError: failureToast,
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      title={t('remove.title', { name: template.name })}
      text={t('remove.text')}
      confirm={t('remove.confirm')}
      keep={t('remove.keep')}
      busy={removal.isPending}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    />
  );
}
