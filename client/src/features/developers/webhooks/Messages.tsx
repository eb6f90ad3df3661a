import { call } from '../../../lib/contracts/call.ts';
import { webhookContracts } from '@clearcut/schemas/contracts/webhooks';
import type { WebhookMessage } from '@clearcut/schemas/webhooks/http';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { LoadFailed } from '../../../ui/page/LoadFailed.tsx';
import { ListRow } from '../../../ui/paper/ListRow.tsx';
import { useFailureToast } from '../../../ui/toasts/useFailureToast.ts';
import { messagesQuery } from './api.ts';

export function Messages({ id, isEnabled }: { id: string; isEnabled: boolean }) {
  const { t } = useTranslation('webhooks');
  const { data, error, refetch } = useQuery(messagesQuery(id));
  if (data === undefined && error !== null) return <LoadFailed error={error} onAgain={() => void refetch()} />;
  if (data === undefined) return <Skeleton variant="rounded" height={64} sx={{ marginBlockStart: 2 }} />;
  if (data.length === 0) return <Typography sx={{ marginBlockStart: 2 }}>{t('messages.empty')}</Typography>;
  return (
    <Box component="ul" sx={{ listStyle: 'none', margin: '16px 0 0', padding: 0 }}>
      {data.map((message) => (
        <Message key={message.id} message={message} endpointId={id} isEnabled={isEnabled} />
      ))}
    </Box>
  );
}

interface MessageProps {
  readonly message: WebhookMessage;
  readonly endpointId: string;
  readonly isEnabled: boolean;
}

function Message({ message, endpointId, isEnabled }: MessageProps) {
  const { t } = useTranslation('webhooks');
  const { moment, number } = useFormat();
  const queryClient = useQueryClient();
  const { id, type, status, createdAt, nextTryAt, tries } = message;
  const again = useMutation({
    mutationFn: () => call(webhookContracts.sendAgain, { params: { id: endpointId, messageId: id } }),
    onError: useFailureToast(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: messagesQuery(endpointId).queryKey }),
  });
  const next = nextTryAt === null || tries.length === 0 ? '' : ` ${t('messages.next', { when: moment(nextTryAt) })}`;
  return (
    <ListRow
      title={
        <>
          <code dir="ltr">{type}</code> · {t(`messages.status.${status}`)}
          {next}
        </>
      }
      text={
        <>
          {moment(createdAt)}
          {tries.map(({ at, status: answered, ms, error }) => (
            <Box component="span" key={at} sx={{ display: 'block' }}>
              {moment(at)} ·{' '}
              {answered === null ? (
                <code dir="ltr">{error}</code>
              ) : (
                t('messages.answer', { status: String(answered), ms: number(ms) })
              )}
            </Box>
          ))}
        </>
      }
    >
      <Button
        variant="outlined"
        size="small"
        disabled={again.isPending || !isEnabled || status === 'waiting'}
        onClick={() => again.mutate()}
      >
        {t('messages.again')}
      </Button>
    </ListRow>
  );
}
