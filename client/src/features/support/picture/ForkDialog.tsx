import { call } from '../../../lib/contracts/call.ts';
import { useIdOf } from '../../../lib/useIdOf.ts';
import { forkContracts } from '@clearcut/schemas/contracts/support/pictures';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { pictureQuery, seenModelsQuery } from '../api.ts';
import { isReason, ReasonField } from '../parts/ReasonField.tsx';
import { Waiting } from '../parts/Waiting.tsx';

interface ForkDialogProps {
  readonly pictureId: string;
  /** SHA-256 of the model that made the picture, which would make the same again. */
  readonly madeBy: string | undefined;
  readonly onClose: () => void;
}

export function ForkDialog({ pictureId, madeBy, onClose }: ForkDialogProps) {
  const { t } = useTranslation(['support-pictures', 'support', 'support-replay']);
  const queryClient = useQueryClient();
  const models = useQuery({
    ...seenModelsQuery,
    select: (seen) => seen.filter(({ sha256 }) => sha256 !== madeBy),
  });
  const [chosen, setChosen] = useState<string>();
  const [reason, setReason] = useState('');
  const model = chosen ?? models.data?.[0]?.name;
  const forkId = useIdOf(model);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (name: string) =>
      call(forkContracts.fork, { params: { id: pictureId }, body: { forkId, model: name, reason } }),
    retry: false,
    async onSuccess() {
      onClose();
      await queryClient.invalidateQueries({ queryKey: pictureQuery(pictureId).queryKey });
    },
  });
  return (
    <ConfirmDialog
      open
      title={t('fork.title')}
      text={t('fork.text')}
      confirm={t('fork.go')}
      keep={t('breakGlass.keep')}
      tone="primary"
      busy={isPending || model === undefined || !isReason(reason)}
      error={error}
      onConfirm={() => {
        if (model !== undefined) mutate(model);
      }}
      onClose={onClose}
    >
      <Waiting query={models}>
        {(seen) =>
          seen.length === 0 ? (
            <Box sx={{ marginBlockEnd: 2 }}>{t('fork.none')}</Box>
          ) : (
            <TextField
              select
              fullWidth
              label={t('support:picture.facts.model')}
              value={model}
              onChange={({ target }) => setChosen(target.value)}
              slotProps={{ select: { native: true } }}
              sx={{ marginBlockEnd: 2 }}
            >
              {seen.map(({ sha256, name, version }) => (
                <option key={sha256} value={name}>
                  {`${name} ${version}`}
                </option>
              ))}
            </TextField>
          )
        }
      </Waiting>
      <ReasonField hint={t('support-replay:form.hint')} value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}
