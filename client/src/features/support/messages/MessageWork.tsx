import { call } from '../../../lib/contracts/call.ts';
import { messageContracts } from '@clearcut/schemas/contracts/support/messages';
import type { MessageChange, MessageView } from '@clearcut/schemas/contact/message-http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { useFailureToast } from '../../../ui/toasts/useFailureToast.ts';
import { useProfile } from '../../auth/session/useProfile.ts';
import { Code } from '../parts/Code.tsx';
import { messageQuery, messagesQuery } from './api.ts';

export function AssignedTo({ staffId }: { readonly staffId: string | null }) {
  const { t } = useTranslation('support-messages');
  const { pk } = useProfile();
  if (staffId === null) return t('nobody');
  return staffId === pk ? t('you') : <Code short>{staffId}</Code>;
}

/** Assigns a message or releases it, closes or reopens it. */
export function MessageWork({ message: { id, assignedTo, closedAt } }: { readonly message: MessageView }) {
  const { t } = useTranslation('support-messages');
  const { moment } = useFormat();
  const { pk } = useProfile();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (change: MessageChange) => call(messageContracts.change, { params: { id }, body: change }),
    onSuccess: (message) => {
      queryClient.setQueryData(messageQuery(id).queryKey, message);
      return queryClient.invalidateQueries({ queryKey: messagesQuery.queryKey, exact: true });
    },
    onError: useFailureToast(),
  });
  const isMine = assignedTo === pk;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, marginBlockStart: 2.5 }}>
      <Button variant="outlined" disabled={isPending} onClick={() => mutate({ isMine: !isMine })}>
        {t(isMine ? 'giveBack' : 'take')}
      </Button>
      <Button variant="outlined" disabled={isPending} onClick={() => mutate({ isClosed: closedAt === null })}>
        {t(closedAt === null ? 'close' : 'reopen')}
      </Button>
      {closedAt !== null && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t('closed')} · <time dateTime={closedAt}>{moment(closedAt)}</time>
        </Box>
      )}
    </Box>
  );
}
