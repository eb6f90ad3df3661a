import { call } from '../../../lib/contracts/call.ts';
import { webhookContracts } from '@clearcut/schemas/contracts/webhooks';
import { WEBHOOK_TYPES, type WebhookType } from '@clearcut/schemas/webhooks/types';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { useSiteFacts } from '../../../lib/site/facts.ts';
import { useIdOf } from '../../../lib/useIdOf.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { DialogProblem } from '../../../ui/dialogs/DialogProblem.tsx';
import { webhooksQuery } from './api.ts';

interface AddWebhookProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onAdded: (secret: string) => void;
}

export function AddWebhook({ open, onClose, onAdded }: AddWebhookProps) {
  const { t } = useTranslation('webhooks');
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const typesId = useId();
  const [url, setUrl] = useState('');
  const { hasCredits } = useSiteFacts();
  const offered = WEBHOOK_TYPES.filter((type) => hasCredits || type !== 'credits.low');
  const [types, setTypes] = useState<readonly WebhookType[]>(offered);
  const idempotencyKey = useIdOf(url.trim(), types);
  const add = useMutation({
    mutationFn: () => call(webhookContracts.add, { body: { url: url.trim(), types }, idempotencyKey }),
    onSuccess: async ({ secret }) => {
      setUrl('');
      onAdded(secret);
      await queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    },
  });
  const failure = add.isError ? toFailure(add.error) : undefined;
  const toggle = (type: WebhookType): void =>
    setTypes(offered.filter((one) => (one === type ? !types.includes(one) : types.includes(one))));
  return (
    <ConfirmDialog
      open={open}
      title={t('add.title')}
      text={t('add.lead')}
      confirm={t('add.confirm')}
      keep={t('cancel')}
      tone="primary"
      busy={add.isPending || url.trim() === '' || types.length === 0}
      onConfirm={() => add.mutate()}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2.5, marginBlockEnd: 3 }}>
        <TextField
          label={t('add.url')}
          placeholder="https://example.com/clearcut"
          type="url"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
          slotProps={{ htmlInput: { dir: 'ltr' } }}
        />
        <div role="group" aria-labelledby={typesId}>
          <FormLabel id={typesId}>{t('add.types')}</FormLabel>
          {offered.map((type) => (
            <FormControlLabel
              key={type}
              sx={{ display: 'flex' }}
              control={<Checkbox checked={types.includes(type)} onChange={() => toggle(type)} />}
              label={t(`types.${type}`)}
            />
          ))}
        </div>
      </Box>
      {failure !== undefined && (
        <DialogProblem>{failure.code === 'validation_failed' ? t('add.refused') : failureText(failure)}</DialogProblem>
      )}
    </ConfirmDialog>
  );
}
