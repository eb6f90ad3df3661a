import type { Database } from '@clearcut/platform/database/database';
import { CatalogueError } from '@clearcut/schemas/errors';
import { messageLineSchema, type MessageView } from '@clearcut/schemas/contact/message-http';
import {
  answersOf,
  findMessage,
  findMessageFile,
  keepAnswer,
  listMessages,
  type MessageLine,
} from '../../contact/index.ts';
import { route, type Route } from '../../http/contract.ts';
import { contentDisposition } from '../../http/headers/content-disposition.ts';
import { pageOf } from '../../http/list.ts';
import type { StaffLog } from '../staff-log.ts';
import { messageContracts as contracts } from '@clearcut/schemas/contracts/support/messages';

export interface MessageRoutesDeps {
  readonly database: Database;
  readonly staffLog: StaffLog;
  readonly onAnswered: () => void;
}

const MOST_LISTED = 500;
const PRIVATE = { 'cache-control': 'no-store' } as const;

export function messageRoutes({ database, staffLog, onAnswered }: MessageRoutesDeps): Route[] {
  return [
    route(contracts.list, async ({ reply }) => {
      const lines = (await listMessages(database, MOST_LISTED)).map(lineOf);
      return pageOf(reply, 'messages', { rows: lines, total: lines.length, offset: 0 });
    }),
    route(contracts.get, async ({ params: { id }, requester, request, reply }) => {
      const message = await read(database, id);
      await staffLog.looked({ action: 'open-message', target: id }, { requester, request });
      reply.headers(PRIVATE);
      return message;
    }),
    route(contracts.file, async ({ params: { id }, requester, request, reply }) => {
      const file = await findMessageFile(database, id);
      if (file === undefined) throw new CatalogueError('message_not_found');
      await staffLog.looked({ action: 'open-message', target: id }, { requester, request });
      reply.headers({
        ...PRIVATE,
        'content-type': file.mediaType,
        'content-disposition': contentDisposition('attachment', file.name),
        'x-content-type-options': 'nosniff',
      });
      return file.bytes;
    }),
    route(contracts.answer, async ({ params: { id }, body: { answerId, text }, requester, request, reply }) => {
      await read(database, id);
      await staffLog.acted({ action: 'answer-message', target: id }, { requester, request });
      await keepAnswer(database, { id: answerId, messageId: id, staffId: requester.subject.userId, text });
      onAnswered();
      reply.headers(PRIVATE);
      return read(database, id);
    }),
  ];
}

async function read(database: Database, id: string): Promise<MessageView> {
  const found = await findMessage(database, id);
  if (found === undefined) throw new CatalogueError('message_not_found');
  const { email, language, message, pictures, fileName } = found;
  const answers = (await answersOf(database, id)).map(({ at, ...answer }) => ({ ...answer, at: at.toISOString() }));
  return { ...lineOf(found), email, language, message, pictures: [...pictures], fileName, answers };
}

const lineOf = ({ id, at, form, reason, subject, answeredAt, teamId, hasSupport }: MessageLine) =>
  messageLineSchema.parse({
    id,
    at: at.toISOString(),
    form,
    reason,
    subject,
    answeredAt: answeredAt?.toISOString() ?? null,
    teamId,
    hasSupport,
  });
