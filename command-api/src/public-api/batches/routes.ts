import { randomUUID } from 'node:crypto';
import { countBatch, listPicturesAfter, type TransactionRow } from '@clearcut/projections/transaction/queries';
import { BULK_MAX_IMAGES } from '@clearcut/schemas/constants';
import { CREDITS_CHARGED_HEADER, CREDITS_LEFT_HEADER } from '@clearcut/schemas/http/credit-headers';
import { PLAIN_LAYOUT } from '@clearcut/schemas/transaction/export-options';
import { oneAtATime } from '../../api-keys/index.ts';
import { route, type Route } from '../../http/contract.ts';
import { preferredWaitMs } from '../../http/headers/prefer.ts';
import type { KeyRequester } from '../../kernel/requester.ts';
import { expiredBefore, refuseBulk, sendArchive } from '../../transaction/index.ts';
import { TEST_KEY_LAYOUT } from '../cut-out/make-picture.ts';
import { meaningOf, QUALITY } from '../pictures/common.ts';
import type { PicturesDeps } from '../pictures/dependencies.ts';
import { withV1Errors, toV1Error } from '../words.ts';
import { batchContracts as contracts } from './contracts.ts';
import { saveAll } from './save-all.ts';

/** A batch is just a name shared by pictures; an empty one is not stored. */
export function batchRoutes(deps: PicturesDeps): Route[] {
  const { database } = deps;
  const picturesOf = async ({ subject }: KeyRequester, batchId: string): Promise<TransactionRow[]> => {
    const uploadedAfter = expiredBefore(new Date());
    const page = { limit: BULK_MAX_IMAGES, cursor: undefined, batchId, uploadedAfter };
    return listPicturesAfter(database, subject.userId, page);
  };
  const routes = [
    route(contracts.create, async ({ requester, reply }) => {
      await refuseBulk(requester.subject, deps);
      const id = randomUUID();
      reply.header('location', `/v1/batches/${id}/`);
      return { id, total: 0, processing: 0, ready: 0, failed: 0 };
    }),
    route(contracts.get, async ({ params, requester }) => {
      const { userId } = requester.subject;
      return { id: params.id, ...(await countBatch(database, userId, params.id, expiredBefore(new Date()))) };
    }),
    route(contracts.save, async ({ params, body, requester, request, reply }) => {
      const maxWaitMs = preferredWaitMs(request, reply, { without: 0 });
      const rows = await picturesOf(requester, params.id);
      const ids = rows.map(({ id }) => id);
      const saved = await oneAtATime(database, request.id, meaningOf(requester, request), () =>
        saveAll(deps, ids, { body, maxWaitMs, requester, request }),
      );
      reply.headers({
        [CREDITS_CHARGED_HEADER]: saved.creditsCharged,
        [CREDITS_LEFT_HEADER]: saved.creditsLeft,
      });
      if (saved.saves.some(({ status }) => status === 'processing')) reply.status(202);
      return saved;
    }),
    route(contracts.archive, async ({ params, query, requester, request, reply }) => {
      const rows = await picturesOf(requester, params.id);
      const ids = new Set(rows.map(({ id }) => id));
      const isTest = requester.via.mode === 'test';
      const named = isTest ? 'preview' : query.quality;
      const layout = isTest ? { ...PLAIN_LAYOUT, ...TEST_KEY_LAYOUT } : null;
      return sendArchive(deps, {
        quality: QUALITY[named],
        named,
        mapError: toV1Error,
        layout,
        ids,
        requester,
        request,
        reply,
      });
    }),
  ];
  return routes.map(withV1Errors);
}
