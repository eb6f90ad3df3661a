import { addressOf } from '../../../lib/contracts/call.ts';
import { messageContracts } from '@clearcut/schemas/contracts/support/messages';
import type { MessageView } from '@clearcut/schemas/contact/message-http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useParams } from 'react-router';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { Code } from '../parts/Code.tsx';
import { FactList } from '../parts/FactList.tsx';
import { Waiting } from '../parts/Waiting.tsx';
import { AssignedTo, MessageWork } from './MessageWork.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import { messageQuery } from './api.ts';

const PADDING = { xs: '20px', md: '24px 28px' } as const;

export function MessagePage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('support-messages');
  const query = useQuery(messageQuery(id));
  return (
    <>
      <BackLink to="/app/support/messages">{t('title')}</BackLink>
      <Waiting query={query} isPage>
        {(message) => <Message message={message} />}
      </Waiting>
    </>
  );
}

function Message({ message }: { readonly message: MessageView }) {
  const { t } = useTranslation('support-messages');
  const { t: tt } = useTranslation('support-team');
  const { moment } = useFormat();
  const { id, email, form, reason, at, subject, pictures, fileName, answers, teamId, hasSupport, plan, errors } =
    message;
  const facts: [string, ReactNode][] = [
    [t('from'), <bdi key="from">{email}</bdi>],
    ...(teamId === null
      ? []
      : [
          [
            t('team'),
            <Box key="team">
              <Link component={RouterLink} to={`/app/support/teams/${teamId}`}>
                <Code>{teamId}</Code>
              </Link>
              {hasSupport && <SupportMark />}
            </Box>,
          ] as [string, ReactNode],
          [tt('facts.plan'), plan === null ? tt('facts.noPlan') : <Code key="plan">{plan}</Code>] as [
            string,
            ReactNode,
          ],
        ]),
    [
      t('columns.at'),
      <time key="at" dateTime={at}>
        {moment(at)}
      </time>,
    ],
    [t('columns.reason'), t(`reasons.${reason}`)],
    [t('form'), t(`forms.${form}`)],
    ...(pictures.length === 0
      ? []
      : [[t('pictures'), <Pictures key="pictures" ids={pictures} />] as [string, ReactNode]]),
    ...(errors.length === 0 ? [] : [[t('errors'), <Errors key="errors" errors={errors} />] as [string, ReactNode]]),
    [t('assigned'), <AssignedTo key="assigned" staffId={message.assignedTo} />],
    ...(fileName === null
      ? []
      : [
          [
            t('file'),
            <Button
              key="file"
              href={addressOf(messageContracts.file, { params: { id } })}
              download
              sx={{ paddingInline: 0 }}
            >
              {t('download', { name: fileName })}
            </Button>,
          ] as [string, ReactNode],
        ]),
  ];
  return (
    <>
      <PageHeader title={subject} />
      <Sheet sx={{ padding: PADDING, marginBlockEnd: 2.5 }}>
        <FactList facts={facts} />
        <Typography dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', marginBlockStart: 2.5 }}>
          {message.message}
        </Typography>
        <MessageWork message={message} />
      </Sheet>
      <Sheet sx={{ padding: PADDING }}>
        <Typography variant="h3" component="h2" sx={{ marginBlockEnd: 1.5 }}>
          {t('answers')}
        </Typography>
        {answers.map(({ id: answerId, at: answeredAt, staffId, text, isMailed }) => (
          <Box key={answerId} sx={{ marginBlockEnd: 2.5 }}>
            <Box sx={{ color: 'text.secondary', fontSize: 'small' }}>
              {moment(answeredAt)} · <Code short>{staffId}</Code> · {t(isMailed ? 'mailed' : 'waiting')}
            </Box>
            <Typography dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {text}
            </Typography>
          </Box>
        ))}
        <AnswerForm key={answers.length} messageId={id} />
      </Sheet>
    </>
  );
}

/** The team bought the support add-on. */
export function SupportMark() {
  const { t } = useTranslation('support-messages');
  return (
    <Box
      component="span"
      sx={{
        marginInlineStart: '10px',
        padding: '1px 8px',
        borderRadius: '4px',
        fontSize: 'fine',
        fontWeight: 'strong',
        color: 'primary.contrastText',
        backgroundColor: 'primary.main',
        whiteSpace: 'nowrap',
      }}
    >
      {t('priority')}
    </Box>
  );
}

/** Each links to what is known about it. */
function Errors({ errors }: Pick<MessageView, 'errors'>) {
  const { moment } = useFormat();
  return (
    <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {errors.map(({ id, at, code }) => (
        <li key={id}>
          <Link component={RouterLink} to="/app/support" state={{ q: id }}>
            <Code>{code}</Code>
          </Link>{' '}
          · {moment(at)}
        </li>
      ))}
    </Box>
  );
}

function Pictures({ ids }: { readonly ids: readonly string[] }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {ids.map((id) => (
        <li key={id}>
          <Link component={RouterLink} to={`/app/support/pictures/${id}`}>
            <Code>{id}</Code>
          </Link>
        </li>
      ))}
    </Box>
  );
}
