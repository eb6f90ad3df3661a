import type { MessageLine } from '@clearcut/schemas/contact/message-http';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { ListNote } from '../../../admin/ListNotes.tsx';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { FactTable } from '../../../ui/FactTable.tsx';
import { Waiting } from '../parts/Waiting.tsx';
import { messagesQuery } from './api.ts';
import { AssignedTo } from './MessageWork.tsx';
import { SupportMark } from './MessagePage.tsx';

export function MessagesPage() {
  const { t } = useTranslation('support-messages');
  const query = useQuery(messagesQuery);
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <Waiting query={query}>
        {(messages) => (
          <Sheet sx={{ padding: messages.length === 0 ? 0 : { xs: '12px 20px', md: '16px 28px' } }}>
            {messages.length === 0 ? (
              <ListNote title={t('none')} text={t('noneText')} />
            ) : (
              <Lines messages={messages} />
            )}
          </Sheet>
        )}
      </Waiting>
    </>
  );
}

function Lines({ messages }: { readonly messages: readonly MessageLine[] }) {
  const { t } = useTranslation('support-messages');
  const { moment } = useFormat();
  return (
    <FactTable
      label={t('title')}
      heads={[t('columns.subject'), t('columns.reason'), t('columns.at'), t('assigned'), t('columns.answered')]}
      rows={messages.map(({ id, subject, reason, at, answeredAt, closedAt, assignedTo, hasSupport }) => ({
        key: id,
        cells: [
          <Box key="subject">
            <Link component={RouterLink} to={`/app/support/messages/${id}`}>
              <bdi>{subject}</bdi>
            </Link>
            {hasSupport && <SupportMark />}
          </Box>,
          t(`reasons.${reason}`),
          <time key="at" dateTime={at}>
            {moment(at)}
          </time>,
          <AssignedTo key="assigned" staffId={assignedTo} />,
          answeredAt !== null ? moment(answeredAt) : closedAt === null ? t('open') : t('closed'),
        ],
      }))}
    />
  );
}
