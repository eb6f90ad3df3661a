import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { listTransactions } from '@clearcut/projections/transaction/queries';
import { MAX_UPLOAD_BYTES } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import { route, type Route } from '../http/contract.ts';
import { idempotencyKeyOf } from '../http/idempotency.ts';
import type { Identity } from '../http/identity.ts';
import { discardRest, rawBody } from '../http/raw-body.ts';
import type { TransactionChanges } from './changes.ts';
import { transactionContracts as contracts } from './contracts.ts';
import { eventStream } from './event-stream.ts';
import type { TransactionHandler } from './handler.ts';
import { cutOutOf, downloadName, sendPicture } from './pictures.ts';
import type { TransactionReader } from './reader.ts';
import type { Uploader } from './upload.ts';
import { isExpired, viewOf } from './view.ts';

export interface TransactionParts {
  readonly database: Database;
  readonly blobStore: BlobStore;
  readonly identity: Identity;
  readonly handler: TransactionHandler;
  readonly reader: TransactionReader;
  readonly changes: TransactionChanges;
  readonly uploader: Uploader;
  /** Aborted when the process stops: streams that would go on for ever end. */
  readonly signal: AbortSignal;
}

export function transactionRoutes(parts: TransactionParts): Route[] {
  return [...uploadRoutes(parts), ...readRoutes(parts), ...pictureRoutes(parts), removeRoute(parts)];
}

function uploadRoutes({ identity, uploader }: TransactionParts): Route[] {
  return [
    route(contracts.uploadFile, async ({ query, request, reply }) => {
      try {
        const answer = await uploader.uploadFile({
          owner: identity.actor(request),
          idempotencyKey: idempotencyKeyOf(request),
          correlationId: request.id,
          fileName: query.originalFileName,
          body: rawBody(request, MAX_UPLOAD_BYTES),
        });
        identity.handOutSession(request, reply);
        return await reply.status(201).send(answer);
      } catch (error) {
        if (error instanceof CatalogueError && error.code === 'file_too_large') await discardRest(request, reply);
        throw error;
      }
    }),
    route(contracts.uploadByUrl, async ({ body, request, reply }) => {
      const answer = await uploader.uploadByUrl({
        owner: identity.actor(request),
        idempotencyKey: idempotencyKeyOf(request),
        correlationId: request.id,
        url: body.url,
      });
      identity.handOutSession(request, reply);
      return reply.status(201).send(answer);
    }),
  ];
}

function readRoutes({ database, identity, reader, changes, signal }: TransactionParts): Route[] {
  return [
    route(contracts.list, async ({ query, request, reply }) => {
      const rows = await listTransactions(database, identity.requester(request), query.pageSize);
      const now = new Date();
      void reply.header('cache-control', 'no-store');
      return { transactions: rows.filter((row) => !isExpired(row, now)).map(viewOf) };
    }),
    route(contracts.get, async ({ params, request, reply }) => {
      const row = await reader.open(idOf(params), identity.requester(request));
      void reply.header('cache-control', 'no-store');
      return viewOf(row);
    }),
    route(contracts.events, async ({ params, request, reply }) => {
      const row = await reader.open(idOf(params), identity.requester(request));
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      return reply
        .headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
        .send(eventStream({ database, changes }, row, AbortSignal.any([gone.signal, signal])));
    }),
  ];
}

function pictureRoutes({ identity, reader, blobStore }: TransactionParts): Route[] {
  return [
    route(contracts.original, async ({ params, request, reply }) => {
      const row = await reader.open(idOf(params), identity.requester(request));
      const { original } = row.pipeline;
      const fileName = downloadName(row, original, '');
      return sendPicture({ request, reply, blobStore }, original, { type: 'inline', fileName });
    }),
    route(contracts.downloadLow, async ({ params, request, reply }) => {
      const row = await reader.open(idOf(params), identity.requester(request));
      const cutOut = cutOutOf(row);
      const fileName = downloadName(row, cutOut, '-clearcut');
      return sendPicture({ request, reply, blobStore }, cutOut, { type: 'attachment', fileName });
    }),
  ];
}

function removeRoute({ identity, handler, reader }: TransactionParts): Route {
  return route(contracts.remove, async ({ params, request, reply }) => {
    const transactionId = idOf(params);
    const commandId = derivedId('delete', transactionId);
    const { version } = await handler.handle(
      transactionId,
      { type: 'DeleteTransaction', transactionId, requester: identity.requester(request) },
      {
        commandId,
        correlationId: request.id,
        causationId: commandId,
        actor: { kind: 'anonymous', id: identity.actor(request).sessionId },
        now: new Date(),
      },
    );
    await reader.settle(transactionId, version);
    return reply.status(204).send();
  });
}

/** Ids are lower case wherever we keep them. */
const idOf = ({ id }: { readonly id: string }): string => id.toLowerCase();
