import type { Database } from '@clearcut/platform/database/database';
import type { Plan } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import { messageLineSchema, type MessageView } from '@clearcut/schemas/contact/message-http';
import {
  answersOf,
  changeMessage,
  findMessage,
  findMessageFile,
  keepAnswer,
  listMessages,
  type MessageLine,
} from '../../contact/index.ts';
import { route, type Route } from '../../http/contract.ts';
import { contentDisposition } from '../../http/headers/content-disposition.ts';
import { pageOf } from '../../http/list.ts';
import { errorsOf } from '../failures/failures.ts';
import type { StaffLog } from '../staff-log.ts';
import { messageContracts as contracts } from '@clearcut/schemas/contracts/support/messages';

export interface MessageRoutesDeps {
  readonly database: Database;
  readonly staffLog: StaffLog;
  readonly planOf: (teamId: string) => Promise<Plan | null>;
  readonly onAnswered: () => void;
}

const MAX_LISTED = 500;
const MAX_ERRORS = 5;

export function messageRoutes({ database, staffLog, planOf, onAnswered }: MessageRoutesDeps): Route[] {
  const read = (id: string) => readMessage(database, planOf, id);
  return [
    route(contracts.list, async ({ reply }) => {
      const lines = (await listMessages(database, MAX_LISTED)).map(lineOf);
      return pageOf(reply, 'messages', { rows: lines, total: lines.length, offset: 0 });
    }),
    route(contracts.get, async ({ params: { id }, requester, request }) => {
      const message = await read(id);
      await staffLog.looked({ action: 'open-message', target: id }, { requester, request });
      return message;
    }),
    route(contracts.file, async ({ params: { id }, requester, request, reply }) => {
      const file = await findMessageFile(database, id);
      if (file === undefined) throw new CatalogueError('message_not_found');
      await staffLog.looked({ action: 'open-message', target: id }, { requester, request });
      reply.headers({
        'content-type': file.mediaType,
        'content-disposition': contentDisposition('attachment', file.name),
        'x-content-type-options': 'nosniff',
      });
      return file.bytes;
    }),
    route(contracts.answer, async ({ params: { id }, body: { answerId, text }, requester, request }) => {
      await read(id);
      await staffLog.acted({ action: 'answer-message', target: id, commandId: answerId }, { requester, request });
      await keepAnswer(database, { id: answerId, messageId: id, staffId: requester.subject.userId, text });
      onAnswered();
      return read(id);
    }),
    route(contracts.change, async ({ params: { id }, body: { isMine, isClosed }, requester, request }) => {
      await read(id);
      await staffLog.acted({ action: 'change-message', target: id }, { requester, request });
      await changeMessage(database, id, { staffId: requester.subject.userId, isMine, isClosed });
      return read(id);
    }),
  ];
}

/** @throws CatalogueError message_not_found */
async function readMessage(database: Database, planOf: MessageRoutesDeps['planOf'], id: string): Promise<MessageView> {
  const found = await findMessage(database, id);
  if (found === undefined) throw new CatalogueError('message_not_found');
  const { email, language, message, pictures, fileName, senderId, teamId } = found;
  const answers = (await answersOf(database, id)).map(({ at, ...answer }) => ({ ...answer, at: at.toISOString() }));
  const errors = senderId === null ? [] : await errorsOf(database, senderId, MAX_ERRORS);
  return {
    ...lineOf(found),
    email,
    language,
    message,
    pictures: [...pictures],
    fileName,
    plan: teamId === null ? null : await planOf(teamId),
    errors: errors.map(({ at, ...error }) => ({ ...error, at: at.toISOString() })),
    answers,
  };
}

const lineOf = (line: MessageLine) => {
  const { id, at, form, reason, subject, answeredAt, teamId, hasSupport, assignedTo, closedAt } = line;
  return messageLineSchema.parse({
    id,
    at: at.toISOString(),
    form,
    reason,
    subject,
    answeredAt: answeredAt?.toISOString() ?? null,
    teamId,
    hasSupport,
    assignedTo,
    closedAt: closedAt?.toISOString() ?? null,
  });
};
