import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { Database } from '@clearcut/platform/database/database';
import type { TransactionRow } from '@clearcut/projections/transaction/queries';
import { CatalogueError } from '@clearcut/schemas/errors';
import { archiveName } from '@clearcut/schemas/transaction/archive';
import type { ImageBlob } from '@clearcut/schemas/transaction/events';
import type { ExportLayout, ExportOptions } from '@clearcut/schemas/transaction/export-options';
import type { downloadQuerySchema, Quality } from '@clearcut/schemas/transaction/saves-http';
import type { Readable } from 'node:stream';
import type { HttpReply, HttpRequest } from '../../http/message.ts';
import type { z } from 'zod';
import { contentDisposition } from '../../http/headers/content-disposition.ts';
import { route, type Route } from '../../http/contract.ts';
import { actorOf, type KeyRequester, ownerOf, type Person, type Requester } from '../../kernel/requester.ts';
import type { TransactionChanges } from '../read/changes.ts';
import type { TransactionHandler } from '../handler.ts';
import { downloadName, openBlob, sendPicture } from '../read/send-picture.ts';
import type { TransactionReader } from '../read/reader.ts';
import { completedSavesOf, shownSaveOf } from '../read/view.ts';
import { type ArchivedFile, type NamedQuality, streamArchive } from './archive.ts';
import { downloadContracts as contracts } from '@clearcut/schemas/contracts/transaction/downloads';
import { exportOf } from './exporter.ts';
import type { VerifiedFiles } from './verified-files.ts';
import { type Source, sourceOf } from './sources.ts';

export interface DownloadDeps {
  readonly database: Database;
  readonly blobStore: BlobStore;
  readonly handler: TransactionHandler;
  readonly reader: TransactionReader;
  readonly changes: TransactionChanges;
  readonly verifiedFiles: VerifiedFiles;
}

const SUFFIX: Record<Quality, string> = { low: '-clearcut', high: '-clearcut-hd' };

export interface DownloadInput {
  readonly params: { readonly id: string };
  readonly query: z.infer<typeof downloadQuerySchema>;
  readonly requester: Requester | KeyRequester;
  readonly request: HttpRequest;
  readonly reply: HttpReply;
  readonly layout?: ExportLayout | null;
}

export function downloadRoutes(deps: DownloadDeps): Route[] {
  return [
    route(contracts.low, (input) => download(deps, 'low', input)),
    route(contracts.high, (input) => download(deps, 'high', input, input.query.save)),
    route(contracts.bulk, async ({ params, body, ...asked }) =>
      sendArchive(deps, { ...asked, ...params, named: params.quality, ids: new Set(body), layout: null }),
    ),
  ];
}

interface ArchiveInput extends Pick<DownloadInput, 'requester' | 'request' | 'reply'> {
  readonly quality: Quality;
  readonly named: NamedQuality;
  readonly mapError?: (error: unknown) => unknown;
  readonly ids: ReadonlySet<string>;
  /** Null: the files as they are. */
  readonly layout: ExportLayout | null;
}

export function sendArchive(deps: DownloadDeps, input: ArchiveInput): Readable {
  const { quality, named, request, reply } = input;
  const archive = streamArchive(named, filesOf(deps, input), (error) =>
    request.log.error({ err: error }, 'an archive could not be finished'),
  );
  reply.headers({
    'content-type': 'application/zip',
    'content-disposition': contentDisposition('attachment', archiveName(quality, new Date())),
  });
  return archive;
}

/**
 * @param saveId an HD save; defaults to the one shown
 * @throws CatalogueError background_required, file_damaged, and what `openFor`, `sourceOf` and `exportOf` throw
 */
export async function download(
  deps: DownloadDeps,
  quality: Quality,
  input: DownloadInput,
  saveId?: string,
): Promise<unknown> {
  const { blobStore, verifiedFiles } = deps;
  const { params, requester, request, reply } = input;
  const row = await openFor(deps, params.id, requester.subject, quality);
  const source = await sourceOf(deps, row, quality, saveId);
  const file = await inForm(deps, row, source, input);
  const fileName = downloadName(row, file, SUFFIX[quality]);
  // Also before redirecting: nothing verifies what the bucket's server sends.
  await verifiedFiles.verify(file);
  if (blobStore.presign !== undefined && canBeRedirected(request)) {
    const address = await blobStore.presign(file.blob, {
      contentType: file.mediaType,
      contentDisposition: contentDisposition('attachment', fileName),
    });
    return reply.header('cache-control', 'private, no-store').redirect(address, 307);
  }
  return sendPicture({ request, reply, blobStore }, file, { type: 'attachment', fileName });
}

/**
 * Includes saves that a lagging read model lacks.
 * @throws CatalogueError transaction_not_found, image_expired, service_unavailable
 */
export async function openFor(
  { handler, reader }: Pick<DownloadDeps, 'handler' | 'reader'>,
  id: string,
  requester: Person,
  quality: Quality,
): Promise<TransactionRow> {
  const row = await reader.open(id, requester);
  if (quality === 'low') return row;
  const { state, version } = await handler.load(id);
  const recorded = state?.picture.saves.filter(({ status }) => status === 'completed') ?? [];
  return recorded.length > completedSavesOf(row).length ? reader.open(id, requester, version) : row;
}

/** Our pages' policy allows pictures from here only. A presigned address allows GET only. */
function canBeRedirected({ method, headers }: HttpRequest): boolean {
  const mode = headers['sec-fetch-mode'];
  return method === 'GET' && (mode === undefined || mode === 'navigate');
}

async function inForm(
  deps: DownloadDeps,
  { id: transactionId }: TransactionRow,
  { file, isTransparent }: Source,
  { query, requester, request, layout = null }: DownloadInput,
): Promise<ImageBlob> {
  const options = optionsOf(query, isTransparent, layout);
  if (options === 'as-it-is') return file;
  const actor = actorOf(ownerOf(requester));
  const made = await exportOf(deps, { transactionId, source: file, options, requestId: request.id, actor });
  return made.file;
}

/** Equal requests make one file. @throws CatalogueError background_required */
function optionsOf(
  { format, crop, margin, background }: DownloadInput['query'],
  isTransparent: boolean,
  layout: ExportLayout | null,
): ExportOptions | 'as-it-is' {
  if (format === 'jpg' && isTransparent && background === undefined) throw new CatalogueError('background_required');
  const visible = isTransparent ? (background ?? null) : null;
  if (format === 'png' && crop === 'none' && visible === null && layout === null) return 'as-it-is';
  return {
    format,
    crop,
    margin: crop === 'none' ? 0 : margin,
    // A JPG always needs a colour; this one is covered completely.
    background: visible ?? (format === 'jpg' ? '#ffffff' : null),
    layout,
  };
}

async function* filesOf(deps: DownloadDeps, input: ArchiveInput): AsyncGenerator<ArchivedFile> {
  for (const id of input.ids) yield await fileOf(deps, input, id);
}

const AS_SAVED = { format: 'png', crop: 'none', margin: 0, background: undefined } as const;

async function fileOf(deps: DownloadDeps, input: ArchiveInput, id: string): Promise<ArchivedFile> {
  const { quality, requester, mapError } = input;
  try {
    const row = await openFor(deps, id, requester.subject, quality);
    const source = await sourceOf(deps, row, quality);
    const file = await inForm(deps, row, source, { ...input, params: { id }, query: AS_SAVED });
    const { content } = await openBlob(deps.blobStore, file.blob);
    const { sha256, bytes } = file;
    const isCurrent = quality === 'low' || shownSaveOf(row)?.isCurrent === true;
    return { id, name: downloadName(row, file, SUFFIX[quality]), sha256, bytes, isCurrent, content };
  } catch (cause) {
    const error = mapError === undefined ? cause : mapError(cause);
    if (!(error instanceof CatalogueError)) throw error;
    return { id, outcome: 'failed', errorCode: error.code, message: error.message };
  }
}
