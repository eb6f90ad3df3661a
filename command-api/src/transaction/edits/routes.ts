import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { Database } from '@clearcut/platform/database/database';
import { findTransactionOfBackground } from '@clearcut/projections/transaction/queries';
import { CatalogueError } from '@clearcut/schemas/errors';
import { findOperation, hasOperation } from '@clearcut/schemas/transaction/edit-history';
import { OPERATION_ID_HEADER } from '@clearcut/schemas/transaction/editing-http';
import type { Box, StrokeMode } from '@clearcut/schemas/transaction/scene';
import type { HttpReply, HttpRequest } from '../../http/message.ts';
import { route, type Route } from '../../http/contract.ts';
import { idempotencyKeyOf } from '../../http/headers/idempotency.ts';
import { ownerOf, type Requester } from '../../kernel/requester.ts';
import { editContracts as contracts } from '@clearcut/schemas/contracts/transaction/edits';
import type { Edited, Editor } from './editor.ts';
import type { EditRequest } from './request.ts';
import { downloadName, regionsOf, sendPicture } from '../read/send-picture.ts';
import type { TransactionReader } from '../read/reader.ts';
import { viewOf } from '../read/view.ts';

export interface EditDeps {
  readonly database: Database;
  readonly blobStore: BlobStore;
  readonly reader: TransactionReader;
  readonly editor: Editor;
}

interface Input {
  readonly params: { readonly id: string };
  readonly requester: Requester;
  readonly request: HttpRequest;
  readonly reply: HttpReply;
}

export function editRoutes(deps: EditDeps): Route[] {
  const { editor } = deps;
  return [
    route(contracts.erase, (input) => editMask(deps, 'erase', input)),
    route(contracts.restore, (input) => editMask(deps, 'restore', input)),
    route(contracts.refine, (input) =>
      edit(deps, input, (request) => editor.refineEdge(request, { box: input.query.boundingBox, body: input.bytes })),
    ),
    route(contracts.blur, (input) => edit(deps, input, (request) => editor.blur(request, input.query.value))),
    route(contracts.edit, (input) => edit(deps, input, (request) => editor.settings(request, input.body))),
    route(contracts.reset, (input) => edit(deps, input, (request) => editor.reset(request))),
    route(contracts.restoreOperation, (input) =>
      edit(deps, input, (request) => editor.restore(request, input.params.opId)),
    ),
    addBackgroundRoute(deps),
    ...pictureRoutes(deps),
  ];
}

async function edit(
  deps: EditDeps,
  input: Input,
  work: (request: EditRequest) => Promise<Edited>,
): Promise<ReturnType<typeof viewOf>> {
  const { reader } = deps;
  const { requester, reply } = input;
  const request = await requestOf(deps, input);
  const { version, opId } = await work(request);
  const row = await reader.open(request.transactionId, requester.subject, version);
  const operation = hasOperation(row.edits, opId) ? opId : row.edits.headId;
  reply.header(OPERATION_ID_HEADER, operation);
  return viewOf(row);
}

async function requestOf({ reader }: EditDeps, { params, requester, request }: Input): Promise<EditRequest> {
  const transactionId = params.id;
  const idempotencyKey = idempotencyKeyOf(request);
  await reader.admit(transactionId, requester.subject);
  const owner = ownerOf(requester);
  return {
    transactionId,
    requester: requester.subject,
    owner,
    idempotencyKey,
    requestId: request.id,
    address: request.ip,
  };
}

function editMask(
  deps: EditDeps,
  mode: StrokeMode,
  input: Input & { readonly query: { readonly boundingBox: Box }; readonly bytes: AsyncIterable<Uint8Array> },
): Promise<ReturnType<typeof viewOf>> {
  const { query, bytes } = input;
  return edit(deps, input, (request) => deps.editor.mask(request, { mode, box: query.boundingBox, body: bytes }));
}

function addBackgroundRoute(deps: EditDeps): Route {
  return route(contracts.addBackground, async (input) => {
    const request = await requestOf(deps, input);
    const { version, ...background } = await deps.editor.addBackground(request, input.bytes);
    await deps.reader.settle(request.transactionId, version);
    return background;
  });
}

function pictureRoutes({ database, reader, blobStore }: EditDeps): Route[] {
  return [
    route(contracts.background, async ({ params, requester, request, reply }) => {
      const { id } = params;
      const found = await findTransactionOfBackground(database, id);
      const row = found && (await reader.open(found.id, requester.subject).catch(notFoundAs('background_not_found')));
      const image = row?.backgrounds[id];
      if (row === undefined || image === undefined) throw new CatalogueError('background_not_found');
      const fileName = downloadName(row, image, '-background');
      return sendPicture({ request, reply, blobStore }, image, { type: 'inline', fileName });
    }),
    route(contracts.operationMask, async ({ params, requester, request, reply }) => {
      const row = await reader.open(params.id, requester.subject);
      const operation = findOperation(row.edits, params.opId);
      if (operation?.kind !== 'mask') throw new CatalogueError('operation_not_found');
      const fileName = downloadName(row, operation.mask, '-mask');
      return sendPicture({ request, reply, blobStore }, operation.mask, { type: 'inline', fileName });
    }),
    route(contracts.regions, async ({ params, requester, request, reply }) => {
      const row = await reader.open(params.id, requester.subject);
      const regions = regionsOf(row);
      const fileName = downloadName(row, regions, '-regions');
      return sendPicture({ request, reply, blobStore }, regions, { type: 'inline', fileName });
    }),
  ];
}

/** Hides parts of a missing picture too. */
const notFoundAs =
  (code: 'background_not_found') =>
  (error: unknown): never => {
    const isMissing = error instanceof CatalogueError && error.code === 'transaction_not_found';
    throw isMissing ? new CatalogueError(code, { cause: error }) : error;
  };
