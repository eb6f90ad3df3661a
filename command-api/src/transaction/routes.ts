import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { Config } from '@clearcut/platform/config/config';
import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { listTransactions } from '@clearcut/projections/transaction/queries';
import { MAX_UPLOAD_BYTES } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import { mayUploadInBulk } from '../billing/plan.ts';
import { mayCall } from '../http/access.ts';
import { route, type Route } from '../http/contract.ts';
import { idempotencyKeyOf } from '../http/idempotency.ts';
import type { Identity } from '../identity/session/browser-session.ts';
import { discardRest, rawBody } from '../http/raw-body.ts';
import { actorOf, type Requester } from '../kernel/requester.ts';
import type { TransactionChanges } from './changes.ts';
import { transactionContracts as contracts } from './contracts.ts';
import { downloadRoutes } from './downloads/routes.ts';
import type { Editor } from './edits/editor.ts';
import { editRoutes } from './edits/routes.ts';
import { eventStream } from './event-stream.ts';
import type { TransactionHandler } from './handler.ts';
import { linkImages } from './upload/link-images.ts';
import { downloadName, sendPicture, stepOf } from './pictures.ts';
import { queuePlaceOf, type QueueParts } from './upload/queue-place.ts';
import type { TransactionReader } from './reader.ts';
import type { Uploader } from './upload/upload.ts';
import { expiredBefore, viewOf } from './view.ts';

export interface TransactionParts extends QueueParts {
  readonly config: Pick<Config, 'bulkUploadPlans'>;
  readonly database: Database;
  readonly blobStore: BlobStore;
  readonly identity: Identity;
  readonly handler: TransactionHandler;
  readonly reader: TransactionReader;
  readonly changes: TransactionChanges;
  readonly uploader: Uploader;
  readonly editor: Editor;
  /** Aborted when the process stops: streams that would go on for ever end. */
  readonly signal: AbortSignal;
}

export function transactionRoutes(parts: TransactionParts): Route[] {
  return [
    ...uploadRoutes(parts),
    ...readRoutes(parts),
    ...pictureRoutes(parts),
    ...downloadRoutes(parts),
    ...editRoutes(parts),
    subjectRoute(parts),
    removeRoute(parts),
    linkRoute(parts),
  ];
}

function uploadRoutes({ identity, uploader, config }: TransactionParts): Route[] {
  return [
    route(contracts.uploadFile, async ({ query, requester, request, reply }) => {
      if (query.batchId !== undefined) refuseBulk(requester, config);
      try {
        const answer = await uploader.uploadFile({
          owner: identity.ownerOf(request, requester),
          idempotencyKey: idempotencyKeyOf(request),
          correlationId: request.id,
          subject: query.subject,
          batchId: query.batchId?.toLowerCase() ?? null,
          fileName: query.originalFileName,
          body: rawBody(request, MAX_UPLOAD_BYTES),
        });
        if (requester.kind === 'anonymous') identity.handOutSession(request, reply);
        return await reply.status(201).send(answer);
      } catch (error) {
        if (error instanceof CatalogueError && error.code === 'file_too_large') await discardRest(request, reply);
        throw error;
      }
    }),
    route(contracts.uploadByUrl, async ({ body, requester, request, reply }) => {
      const answer = await uploader.uploadByUrl({
        owner: identity.ownerOf(request, requester),
        idempotencyKey: idempotencyKeyOf(request),
        correlationId: request.id,
        subject: body.subject,
        batchId: null,
        url: body.url,
      });
      if (requester.kind === 'anonymous') identity.handOutSession(request, reply);
      return reply.status(201).send(answer);
    }),
  ];
}

/** @throws CatalogueError not_logged_in, bulk_not_in_plan */
function refuseBulk(requester: Requester, config: TransactionParts['config']): void {
  if (requester.kind === 'anonymous') throw new CatalogueError('not_logged_in');
  if (!mayUploadInBulk(null, config)) throw new CatalogueError('bulk_not_in_plan');
}

function readRoutes(parts: TransactionParts): Route[] {
  const { database, eventStore, messageBus, identity, reader, changes, signal } = parts;
  return [
    route(contracts.list, async ({ query, requester, reply }) => {
      const { rows, total } = await listTransactions(database, requester, {
        limit: query.pageSize,
        offset: (query.page - 1) * query.pageSize,
        batchId: query.batchId?.toLowerCase(),
        uploadedAfter: expiredBefore(new Date()),
      });
      void reply.header('cache-control', 'no-store');
      return { transactions: rows.map(viewOf), total };
    }),
    route(contracts.get, async ({ params, requester, reply }) => {
      const row = await reader.open(idOf(params), requester);
      const place = await queuePlaceOf({ eventStore, messageBus }, row);
      void reply.header('cache-control', 'no-store');
      return { ...viewOf(row), ...(place === undefined ? {} : { queue: place }) };
    }),
    route(contracts.events, async ({ params, requester, request, reply }) => {
      const { id } = await reader.open(idOf(params), requester);
      const open = async () => {
        const listener = await identity.requester(request);
        if (listener.kind === 'user' && !mayCall(listener, contracts.events.access)) {
          throw new CatalogueError('forbidden');
        }
        return await reader.open(id, listener);
      };
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      return reply
        .headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
        .send(eventStream({ changes, open }, id, AbortSignal.any([gone.signal, signal])));
    }),
  ];
}

function pictureRoutes({ reader, blobStore }: TransactionParts): Route[] {
  return [
    route(contracts.original, async ({ params, query, requester, request, reply }) => {
      const row = await reader.open(idOf(params), requester);
      const { step } = query;
      const picture = stepOf(row, step);
      const fileName = downloadName(row, picture, step === 'original' ? '' : `-${step}`);
      return sendPicture({ request, reply, blobStore }, picture, { type: 'inline', fileName });
    }),
  ];
}

function subjectRoute({ identity, handler, reader }: TransactionParts): Route {
  return route(contracts.chooseSubject, async ({ params, body, requester, request, reply }) => {
    const transactionId = idOf(params);
    // By the clock too, which no command looks at.
    await reader.open(transactionId, requester);
    const { version } = await handler.handle(
      transactionId,
      { type: 'ChooseSubject', transactionId, requester, subject: body.subject },
      {
        // A repeat finds its choice made.
        commandId: request.id,
        correlationId: request.id,
        causationId: request.id,
        actor: actorOf(identity.ownerOf(request, requester)),
        now: new Date(),
      },
    );
    // Never as it was before: whoever reads UPLOADED takes the old cut-out for the new one.
    const row = await reader.open(transactionId, requester, version);
    void reply.header('cache-control', 'no-store');
    return viewOf(row);
  });
}

function removeRoute({ identity, handler, reader }: TransactionParts): Route {
  return route(contracts.remove, async ({ params, requester, request, reply }) => {
    const transactionId = idOf(params);
    const commandId = derivedId('delete', transactionId);
    const { version } = await handler.handle(
      transactionId,
      { type: 'DeleteTransaction', transactionId, requester },
      {
        commandId,
        correlationId: request.id,
        causationId: commandId,
        actor: actorOf(identity.ownerOf(request, requester)),
        now: new Date(),
      },
    );
    await reader.settle(transactionId, version);
    return reply.status(204).send();
  });
}

function linkRoute({ database, handler, reader }: TransactionParts): Route {
  return route(contracts.link, async ({ body, requester, request }) => {
    const transferred = await linkImages(
      { database, handler, reader },
      body.session_id.toLowerCase(),
      requester,
      request.id,
    );
    return { transferred };
  });
}

/** Ids are lower case wherever we keep them. */
const idOf = ({ id }: { readonly id: string }): string => id.toLowerCase();
