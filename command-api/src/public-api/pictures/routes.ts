import { listPicturesAfter } from '@clearcut/projections/transaction/queries';
import { CREDITS_CHARGED_HEADER, CREDITS_LEFT_HEADER } from '@clearcut/schemas/http/credit-headers';
import type { FILE_QUALITIES } from '@clearcut/schemas/public-api/pictures';
import type { Quality } from '@clearcut/schemas/transaction/saves-http';
import { oneAtATime } from '../../api-keys/index.ts';
import { route, type Route } from '../../http/contract.ts';
import { idempotencyKeyOf } from '../../http/headers/idempotency.ts';
import { patienceOf } from '../../http/headers/prefer.ts';
import type { HttpReply, HttpRequest } from '../../http/message.ts';
import { type KeyRequester, ownerOf } from '../../kernel/requester.ts';
import { deletePicture, download, expiredBefore, queuePlaceOf } from '../../transaction/index.ts';
import { withFields } from '../body/read-fields.ts';
import { OF_TEST_KEY, PLAIN_LAYOUT } from '../cut-out/layout.ts';
import { isSettled, whenSettled } from '../cut-out/settled.ts';
import { pictureContracts as contracts } from './contracts.ts';
import { formOf } from './file-form.ts';
import type { PicturesDeps } from './dependencies.ts';
import { FIELDS, uploadNew } from './new-picture.ts';
import { savePicture } from './save.ts';
import { pictureOf } from './view.ts';

/** Under a minute, when proxies give up. */
const LONGEST_WAIT_MS = 55_000;

const QUALITY: Record<(typeof FILE_QUALITIES)[number], Quality> = { preview: 'low', hd: 'high' };

export function pictureRoutes(deps: PicturesDeps): Route[] {
  const { database, spool, reader, editor } = deps;
  return [
    route(contracts.create, async ({ bytes, requester, request, reply }) => {
      const patienceMs = patienceOf(request, reply, { without: 0, most: LONGEST_WAIT_MS });
      const id = await oneAtATime(database, request.id, meaningOf(requester, request), () =>
        withFields({ request, bytes, spool, names: FIELDS }, (fields) => uploadNew(deps, fields, requester, request)),
      );
      const row = await whenSettled(deps, id, requester.subject, Date.now() + patienceMs);
      reply.headers({ location: addressOf(id), 'cache-control': 'no-store' });
      if (!isSettled(row)) reply.status(202);
      return pictureOf(row);
    }),
    route(contracts.list, async ({ query, requester, reply }) => {
      const { limit, cursor, batchId } = query;
      const uploadedAfter = expiredBefore(new Date());
      const page = { limit: limit + 1, cursor, batchId, uploadedAfter };
      const rows = await listPicturesAfter(database, requester.subject.userId, page);
      reply.header('cache-control', 'no-store');
      const pictures = rows.slice(0, limit).map(pictureOf);
      const nextCursor = rows.length > limit ? (pictures.at(-1)?.id ?? null) : null;
      if (nextCursor !== null) reply.header('link', nextLink({ limit, batchId, cursor: nextCursor }));
      return { pictures, nextCursor };
    }),
    route(contracts.get, async ({ params, requester, request, reply }) => {
      const patienceMs = patienceOf(request, reply, { without: 0, most: LONGEST_WAIT_MS });
      const row = await whenSettled(deps, params.id, requester.subject, Date.now() + patienceMs);
      const queue = await queuePlaceOf(deps, row);
      reply.header('cache-control', 'no-store');
      return { ...pictureOf(row), ...(queue === undefined ? {} : { queue }) };
    }),
    route(contracts.remove, ({ params, requester, request }) => deletePicture(deps, params.id, requester, request.id)),
    route(contracts.settings, async ({ params, body, requester, request, reply }) => {
      const { subject: member } = requester;
      await reader.open(params.id, member);
      const edit = {
        transactionId: params.id,
        requester: member,
        owner: ownerOf(requester),
        idempotencyKey: idempotencyKeyOf(request),
        requestId: request.id,
        address: request.ip,
      };
      const { version } = await editor.settings(edit, body);
      reply.header('cache-control', 'no-store');
      return pictureOf(await reader.open(params.id, member, version));
    }),
    route(contracts.save, async ({ params, body, requester, request, reply }) => {
      const patienceMs = patienceOf(request, reply, { without: LONGEST_WAIT_MS, most: LONGEST_WAIT_MS });
      const { acceptGuess: acceptsGuess, ...settings } = body;
      const asked = { pictureId: params.id, settings, acceptsGuess, patienceMs };
      const saved = await oneAtATime(database, request.id, meaningOf(requester, request), () =>
        savePicture(deps, asked, requester, request),
      );
      tellCredits(reply, saved);
      if (saved.status === 'processing') reply.status(202).header('location', addressOf(params.id));
      return saved;
    }),
    route(contracts.file, ({ params, query, requester, request, reply }) => {
      const form = formOf(query);
      const input = { params, requester, request, reply, ...form };
      if (requester.via.mode === 'test')
        return download(deps, 'low', { ...input, layout: { ...(form.layout ?? PLAIN_LAYOUT), ...OF_TEST_KEY } });
      return download(deps, QUALITY[query.quality], input, query.save);
    }),
  ];
}

/** RFC 8288. */
function nextLink(query: Readonly<Record<string, string | number | undefined>>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  return `</v1/pictures/?${given.toString()}>; rel="next"`;
}

const addressOf = (id: string): string => `/v1/pictures/${id}/`;

function meaningOf({ subject }: KeyRequester, request: HttpRequest): readonly string[] | undefined {
  const key = idempotencyKeyOf(request);
  const [path = ''] = request.url.split('?');
  return key === undefined ? undefined : [subject.userId, path.replace(/\/$/, ''), key];
}

function tellCredits(
  reply: HttpReply,
  { creditsCharged, creditsLeft }: { readonly creditsCharged: number; readonly creditsLeft: number },
): void {
  reply.headers({
    'cache-control': 'no-store',
    [CREDITS_CHARGED_HEADER]: creditsCharged,
    [CREDITS_LEFT_HEADER]: creditsLeft,
  });
}
