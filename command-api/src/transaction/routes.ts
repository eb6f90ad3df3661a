import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { Database } from '@clearcut/platform/database/database';
import { listTransactions } from '@clearcut/projections/transaction/queries';
import { CatalogueError } from '@clearcut/schemas/errors';
import { mayCall } from '../http/access.ts';
import type { Authenticator } from '../http/authenticator.ts';
import { errorBody } from '../http/errors.ts';
import { route, type Route } from '../http/contract.ts';
import { EVENT_STREAM } from '../http/headers/event-stream.ts';
import { idempotencyKeyOf } from '../http/headers/idempotency.ts';
import { actorOf, isMember, ownerOf } from '../kernel/requester.ts';
import type { TransactionChanges } from './read/changes.ts';
import { transactionContracts as contracts } from '@clearcut/schemas/contracts/transaction/picture';
import type { VerifiedFiles } from './downloads/verified-files.ts';
import { downloadRoutes } from './downloads/routes.ts';
import type { Editor } from './edits/editor.ts';
import { editRoutes } from './edits/routes.ts';
import { eventStream } from './read/event-stream.ts';
import { type ForkDeps, forkRoutes } from './fork/routes.ts';
import type { TransactionHandler } from './handler.ts';
import { deletePicture } from './retention/delete.ts';
import { type BulkDeps, refuseBulk } from './upload/bulk.ts';
import { linkImages } from './upload/link-images.ts';
import { chooseSubject } from './domain/cut-out.ts';
import { downloadName, sendPicture, stepOf } from './read/send-picture.ts';
import { queuePlaceOf, type QueueDeps } from './queue/queue-place.ts';
import type { OpenStreams } from './quotas/open-streams.ts';
import type { Quotas } from './quotas/quotas.ts';
import type { TransactionReader } from './read/reader.ts';
import type { Uploader } from './upload/upload.ts';
import { expiredBefore, viewOf } from './read/view.ts';

export interface TransactionDeps extends QueueDeps, BulkDeps, ForkDeps {
  readonly database: Database;
  readonly blobStore: BlobStore;
  readonly authenticator: Authenticator;
  readonly handler: TransactionHandler;
  readonly reader: TransactionReader;
  readonly changes: TransactionChanges;
  readonly uploader: Uploader;
  readonly editor: Editor;
  readonly quotas: Quotas;
  readonly openStreams: OpenStreams;
  readonly verifiedFiles: VerifiedFiles;
  readonly signal: AbortSignal;
}

export function transactionRoutes(deps: TransactionDeps): Route[] {
  return [
    ...uploadRoutes(deps),
    ...readRoutes(deps),
    ...pictureRoutes(deps),
    ...downloadRoutes(deps),
    ...editRoutes(deps),
    ...forkRoutes(deps),
    subjectRoute(deps),
    removeRoute(deps),
    linkRoute(deps),
  ];
}

function uploadRoutes({ authenticator, uploader, config, planOf }: TransactionDeps): Route[] {
  return [
    route(contracts.uploadFile, async ({ query, bytes, requester, request, reply }) => {
      if (query.batchId !== undefined) await refuseBulk(requester.subject, { config, planOf });
      const answer = await uploader.uploadFile({
        owner: ownerOf(requester),
        idempotencyKey: idempotencyKeyOf(request),
        correlationId: request.id,
        address: request.ip,
        subject: query.subject,
        batchId: query.batchId ?? null,
        askedModel: null,
        said: [query.originalFileName],
        fileName: query.originalFileName,
        body: bytes,
      });
      if (!isMember(requester)) authenticator.handOutSession(request, reply);
      return answer;
    }),
    route(contracts.uploadByUrl, async ({ body, requester, request, reply }) => {
      const answer = await uploader.uploadByUrl({
        owner: ownerOf(requester),
        idempotencyKey: idempotencyKeyOf(request),
        correlationId: request.id,
        address: request.ip,
        subject: body.subject,
        batchId: null,
        askedModel: null,
        url: body.url,
      });
      if (!isMember(requester)) authenticator.handOutSession(request, reply);
      return answer;
    }),
  ];
}

function readRoutes(deps: TransactionDeps): Route[] {
  const { database, eventStore, messageBus, authenticator, reader, changes, quotas, openStreams, signal } = deps;
  return [
    route(contracts.list, async ({ query, requester }) => {
      const { rows, total } = await listTransactions(database, requester.subject, {
        limit: query.pageSize,
        offset: (query.page - 1) * query.pageSize,
        batchId: query.batchId,
        name: query.name,
        uploadedAfter: expiredBefore(new Date()),
      });
      return { transactions: rows.map(viewOf), total };
    }),
    route(contracts.limits, async ({ requester, request }) => {
      return { reached: await quotas.reached(ownerOf(requester), request.ip) };
    }),
    route(contracts.get, async ({ params, requester }) => {
      const row = await reader.open(params.id, requester.subject);
      const place = await queuePlaceOf({ eventStore, messageBus }, row);
      return { ...viewOf(row), ...(place === undefined ? {} : { queue: place }) };
    }),
    route(contracts.events, async ({ params, requester, request, reply }) => {
      const { id } = await reader.open(params.id, requester.subject);
      openStreams.open(requester.subject, request.ip, request.closed);
      const open = async () => {
        const { subject: listener } = await authenticator.requester(request);
        if (listener.kind === 'user' && !mayCall(listener, contracts.events.access)) {
          throw new CatalogueError('forbidden');
        }
        return await reader.open(id, listener);
      };
      reply.headers(EVENT_STREAM);
      return eventStream({ changes, open, view: viewOf }, id, AbortSignal.any([request.closed, signal]));
    }),
  ];
}

function pictureRoutes({ reader, blobStore }: TransactionDeps): Route[] {
  return [
    route(contracts.original, async ({ params, query, requester, request, reply }) => {
      const row = await reader.open(params.id, requester.subject);
      const { step } = query;
      const picture = stepOf(row, step);
      const fileName = downloadName(row, picture, step === 'original' ? '' : `-${step}`);
      return sendPicture({ request, reply, blobStore }, picture, { type: 'inline', fileName });
    }),
  ];
}

function subjectRoute({ handler, reader, quotas }: TransactionDeps): Route {
  return route(contracts.chooseSubject, async ({ params, body, requester, request }) => {
    const transactionId = params.id;
    await reader.admit(transactionId, requester.subject);
    await quotas.refuse(ownerOf(requester), request.ip, { bytes: 0, pictures: 1 });
    const { version } = await handler.handle(
      transactionId,
      chooseSubject({ transactionId, requester: requester.subject, subject: body.subject }),
      {
        commandId: request.id,
        correlationId: request.id,
        causationId: request.id,
        actor: actorOf(ownerOf(requester)),
        now: new Date(),
      },
    );
    // Never the earlier state: a client that reads UPLOADED would take the old cut-out for the new one.
    const row = await reader.open(transactionId, requester.subject, version);
    return viewOf(row);
  });
}

function removeRoute(deps: TransactionDeps): Route {
  return route(contracts.remove, ({ params, requester, request }) =>
    deletePicture(deps, params.id, requester, request.id),
  );
}

function linkRoute({ database, handler, reader }: TransactionDeps): Route {
  return route(contracts.link, async ({ body, requester, request, reply }) => {
    try {
      const transferred = await linkImages({ database, handler, reader }, body.session_id, requester, request.id);
      return { transferred };
    } catch (error) {
      if (!(error instanceof CatalogueError) || error.code !== 'link_images_failed') throw error;
      // Clients read the same field on success and failure.
      reply.status(error.status).header('cache-control', 'no-store');
      return { ...errorBody(error, request.id), transferred: 0 };
    }
  });
}
