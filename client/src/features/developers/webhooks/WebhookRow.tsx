import { call } from '../../../lib/contracts/call.ts';
import { webhookContracts } from '@clearcut/schemas/contracts/webhooks';
import type { WebhookView } from '@clearcut/schemas/webhooks/http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { useFailureToast } from '../../../ui/toasts/useFailureToast.ts';
import { webhooksQuery } from './api.ts';
import { Messages } from './Messages.tsx';

export function WebhookRow({ view, onSecret }: { view: WebhookView; onSecret: (secret: string) => void }) {
  const { t } = useTranslation('webhooks');
  const { ago } = useFormat();
  const [asking, setAsking] = useState<'rotate' | 'remove'>();
  const [isOpen, setOpen] = useState(false);
  const onError = useFailureToast();
  const queryClient = useQueryClient();
  const settled = (question?: 'rotate' | 'remove') => ({
    onError,
    onSettled: async () => {
      // A late answer leaves the dialog that was opened meanwhile.
      setAsking((now) => (now === question ? undefined : now));
      await queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    },
  });
  const { id, url, types, isEnabled, disabledBecause, failingSince } = view;
  const rotate = useMutation({
    mutationFn: () => call(webhookContracts.rotate, { params: { id } }),
    onSuccess: ({ secret }) => onSecret(secret),
    ...settled('rotate'),
  });
  const remove = useMutation({
    mutationFn: () => call(webhookContracts.remove, { params: { id } }),
    ...settled('remove'),
  });
  const toggle = useMutation({
    mutationFn: () => call(webhookContracts.change, { params: { id }, body: { isEnabled: !isEnabled } }),
    ...settled(),
  });
  const test = useMutation({
    mutationFn: () => call(webhookContracts.test, { params: { id } }),
    onSuccess: () => {
      setOpen(true);
      showToast(t('testSent'));
    },
    ...settled(),
  });
  return (
    <Box
      component="li"
      sx={{
        paddingBlock: 3,
        paddingInline: { xs: 2.5, md: 4 },
        '& + &': { borderBlockStart: '1px solid', borderColor: 'divider' },
      }}
    >
      <Typography variant="h3" component="h3" dir="ltr" sx={{ textAlign: 'start', overflowWrap: 'anywhere' }}>
        {url}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', marginBlockStart: 0.5 }}>
        {types.map((type) => t(`types.${type}`)).join(' · ')}
      </Typography>
      {disabledBecause !== null && (
        <Typography variant="body2" sx={{ fontWeight: 'strong' }}>
          {t(`disabled.${disabledBecause}`)}
        </Typography>
      )}
      {isEnabled && failingSince !== null && (
        <Typography variant="body2" sx={{ fontWeight: 'strong' }}>
          {t('failing', { when: ago(failingSince) })}
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginBlockStart: 2 }}>
        {isEnabled && (
          <Button variant="outlined" disabled={test.isPending} onClick={() => test.mutate()}>
            {t('test')}
          </Button>
        )}
        <Button variant="outlined" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('messages.open')}
        </Button>
        <Button variant="outlined" disabled={toggle.isPending} onClick={() => toggle.mutate()}>
          {t(isEnabled ? 'disable' : 'enable')}
        </Button>
        <Button variant="outlined" onClick={() => setAsking('rotate')}>
          {t('rotate.open')}
        </Button>
        <Button variant="outlined" color="error" onClick={() => setAsking('remove')}>
          {t('remove.open')}
        </Button>
      </Box>
      {isOpen && <Messages id={id} isEnabled={isEnabled} />}
      <ConfirmDialog
        open={asking === 'rotate'}
        title={t('rotate.question')}
        text={t('rotate.text')}
        confirm={t('rotate.confirm')}
        keep={t('cancel')}
        tone="primary"
        busy={rotate.isPending}
        onConfirm={() => rotate.mutate()}
        onClose={() => setAsking(undefined)}
      />
      <ConfirmDialog
        open={asking === 'remove'}
        title={t('remove.question')}
        text={t('remove.text')}
        confirm={t('remove.confirm')}
        keep={t('cancel')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(undefined)}
      />
    </Box>
  );
}
