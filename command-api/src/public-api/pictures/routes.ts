import { hadPicture, listPicturesAfter } from '@clearcut/projections/transaction/queries';
import { CatalogueError } from '@clearcut/schemas/errors';
import { CREDITS_CHARGED_HEADER, CREDITS_LEFT_HEADER } from '@clearcut/schemas/http/credit-headers';
import { PLAIN_LAYOUT } from '@clearcut/schemas/transaction/export-options';
import { oneAtATime } from '../../api-keys/index.ts';
import { route, type Route } from '../../http/contract.ts';
import { apiKeyOf } from '../../http/headers/api-key.ts';
import { EVENT_STREAM } from '../../http/headers/event-stream.ts';
import { idempotencyKeyOf } from '../../http/headers/idempotency.ts';
import { MAX_WAIT_MS, preferredWaitMs } from '../../http/headers/prefer.ts';
import type { HttpReply } from '../../http/message.ts';
import { ownerOf } from '../../kernel/requester.ts';
import { deletePicture, download, eventStream, expiredBefore, openFor, queuePlaceOf } from '../../transaction/index.ts';
import { withFields } from '../body/read-fields.ts';
import { TEST_KEY_LAYOUT } from '../cut-out/make-picture.ts';
import { isSettled, whenSettled } from '../cut-out/settled.ts';
import { meaningOf, QUALITY } from './common.ts';
import { pictureContracts as contracts } from './contracts.ts';
import { formOf } from './file-form.ts';
import type { PicturesDeps } from './dependencies.ts';
import { FIELDS, uploadNew } from './new-picture.ts';
import { savePicture } from './save.ts';
import { withV1Errors } from '../words.ts';
import { pictureOf } from './view.ts';
import { sendZip } from './zip.ts';

export function pictureRoutes(deps: PicturesDeps): Route[] {
  const { database, spool, reader, editor, changes, openStreams, keyGate, signal } = deps;
  const routes = [
    route(contracts.create, async ({ bytes, requester, request, reply }) => {
      const maxWaitMs = preferredWaitMs(request, reply, { without: 0 });
      const id = await oneAtATime(database, request.id, meaningOf(requester, request), () =>
        withFields({ request, bytes, spool, names: FIELDS }, (fields) => uploadNew(deps, fields, requester, request)),
      );
      const row = await whenSettled(deps, id, requester.subject, performance.now() + maxWaitMs);
      reply.header('location', addressOf(id));
      if (!isSettled(row)) reply.status(202);
      return pictureOf(row);
    }),
    route(contracts.list, async ({ query, requester, reply }) => {
      const { limit, cursor, batchId } = query;
      if (cursor !== undefined && !(await hadPicture(database, requester.subject.userId, cursor)))
        throw new CatalogueError('validation_failed', { validationErrors: { cursor: 'There is no such page' } });
      const uploadedAfter = expiredBefore(new Date());
      const page = { limit: limit + 1, cursor, batchId, uploadedAfter };
      const rows = await listPicturesAfter(database, requester.subject.userId, page);
      const pictures = rows.slice(0, limit).map(pictureOf);
      const nextCursor = rows.length > limit ? (pictures.at(-1)?.id ?? null) : null;
      if (nextCursor !== null) reply.header('link', nextLink({ limit, batchId, cursor: nextCursor }));
      return { pictures, nextCursor };
    }),
    route(contracts.get, async ({ params, requester, request, reply }) => {
      const maxWaitMs = preferredWaitMs(request, reply, { without: 0 });
      const row = await whenSettled(deps, params.id, requester.subject, performance.now() + maxWaitMs);
      const queue = await queuePlaceOf(deps, row);
      return { ...pictureOf(row), ...(queue === undefined ? {} : { queue }) };
    }),
    route(contracts.remove, ({ params, requester, request }) => deletePicture(deps, params.id, requester, request.id)),
    route(contracts.settings, async ({ params, body, requester, request }) => {
      const { subject: member } = requester;
      await reader.admit(params.id, member);
      const edit = {
        transactionId: params.id,
        requester: member,
        owner: ownerOf(requester),
        idempotencyKey: idempotencyKeyOf(request),
        requestId: request.id,
        address: request.ip,
      };
      const { version } = await editor.settings(edit, body);
      return pictureOf(await reader.open(params.id, member, version));
    }),
    route(contracts.save, async ({ params, body, requester, request, reply }) => {
      const maxWaitMs = preferredWaitMs(request, reply, { without: MAX_WAIT_MS });
      const { acceptGuess: acceptsGuess, ...settings } = body;
      const asked = {
        pictureId: params.id,
        settings,
        acceptsGuess,
        isBulk: false,
        readyMs: deps.maxWaitMs,
        maxWaitMs,
      };
      const saved = await oneAtATime(database, request.id, meaningOf(requester, request), () =>
        savePicture(deps, asked, requester, request),
      );
      sendCreditHeaders(reply, saved);
      if (saved.status === 'processing') reply.status(202).header('location', addressOf(params.id));
      return saved;
    }),
    route(contracts.file, async ({ params, query, requester, request, reply }) => {
      const isTest = requester.via.mode === 'test';
      const plain = formOf(query);
      const form = isTest ? { ...plain, layout: { ...(plain.layout ?? PLAIN_LAYOUT), ...TEST_KEY_LAYOUT } } : plain;
      const quality = isTest ? 'low' : QUALITY[query.quality];
      const save = isTest ? undefined : query.save;
      const input = { requester, request, reply };
      if (query.format !== 'zip') return download(deps, quality, { params, ...input, ...form }, save);
      const row = await openFor(deps, params.id, requester.subject, quality);
      return sendZip(deps, row, { quality, save, form, ...input });
    }),
    route(contracts.events, async ({ params, requester, request, reply }) => {
      const { id } = await reader.open(params.id, requester.subject);
      openStreams.open(requester.subject, request.ip, request.closed);
      const key = apiKeyOf(request) ?? '';
      const open = async () => {
        const { subject } = await keyGate.recheck(key, contracts.events.scope, request);
        return reader.open(id, subject);
      };
      reply.headers(EVENT_STREAM);
      return eventStream({ changes, open, view: pictureOf }, id, AbortSignal.any([request.closed, signal]));
    }),
  ];
  return routes.map(withV1Errors);
}

/** RFC 8288. */
function nextLink(query: Readonly<Record<string, string | number | undefined>>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  return `</v1/pictures/?${given.toString()}>; rel="next"`;
}

const addressOf = (id: string): string => `/v1/pictures/${id}/`;

function sendCreditHeaders(
  reply: HttpReply,
  { creditsCharged, creditsLeft }: { readonly creditsCharged: number; readonly creditsLeft: number },
): void {
  reply.headers({
    [CREDITS_CHARGED_HEADER]: creditsCharged,
    [CREDITS_LEFT_HEADER]: creditsLeft,
  });
}
