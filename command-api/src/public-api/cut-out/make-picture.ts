import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { TransactionRow } from '@clearcut/projections/transaction/queries';
import { CatalogueError, type ErrorCode, errorCatalogue } from '@clearcut/schemas/errors';
import type { ImageBlob } from '@clearcut/schemas/transaction/events';
import { type ExportLayout, type ExportOptions, PLAIN_LAYOUT } from '@clearcut/schemas/transaction/export-options';
import type { Box, Shadow } from '@clearcut/schemas/transaction/scene';
import type { SubjectChoice } from '@clearcut/schemas/transaction/subject';
import { type Repeatable, repeatable } from '../../api-keys/index.ts';
import { MAX_WAIT_MS } from '../../http/headers/prefer.ts';
import { actorOf, type KeyRequester, ownerOf, type Person } from '../../kernel/requester.ts';
import {
  contentOf,
  type Editor,
  exportOf,
  type ProbedImage,
  refuseUnpayableUpload,
  saveInHd,
  type SavesDeps,
  type Source,
  sourceOf,
  type SpooledFile,
  type TransactionReader,
  type Uploader,
} from '../../transaction/index.ts';
import { allowanceOf, countOf } from './allowance.ts';
import { isSettled, type SettledDeps, whenSettled } from './settled.ts';

export interface MakerDeps extends SavesDeps {
  readonly blobStore: BlobStore;
  readonly reader: TransactionReader;
  readonly uploader: Uploader;
  readonly editor: Editor;
}

export interface PictureOrder {
  readonly requester: KeyRequester;
  readonly requestId: string;
  readonly address: string;
  /** Same for repeats, which then mean the same picture and save. */
  readonly token: string;
  readonly picture: { readonly file: SpooledFile; readonly name: string } | { readonly url: string };
  readonly subject: SubjectChoice;
  /** Null: the installation's own. */
  readonly askedModel: string | null;
  readonly quality: 'preview' | 'hd' | 'auto';
  readonly shadow: Shadow | null;
  readonly background: SpooledFile | null;
}

export interface CutOutPicture {
  readonly row: TransactionRow;
  readonly source: Source;
  readonly background: ImageBlob | null;
  /** Credits charged by this request. */
  readonly charged: number;
  readonly previewReason: ErrorCode | null;
}

/** Results of test keys. */
export const TEST_KEY_LAYOUT = { maxPixels: 250_000, hasWatermark: true } as const satisfies Partial<ExportLayout>;

const GONE = new Set<ErrorCode>(['transaction_not_found', 'image_expired']);

/**
 * Makes one picture of equal requests of a key, unless it was deleted meanwhile.
 * @throws CatalogueError as `cutOutPicture`
 */
export async function cutOutOnce(
  deps: MakerDeps,
  content: readonly string[],
  order: Omit<PictureOrder, 'token'>,
): Promise<CutOutPicture & { readonly isRepeat: boolean }> {
  const { keyId } = order.requester.via;
  const make = async ({ token, isRepeat }: Repeatable) => {
    let isNew = false;
    const made = await cutOutPicture(deps, { ...order, token }, () => (isNew = true));
    // A first request may have been refused, or have asked for less.
    return { ...made, isRepeat: isRepeat && !isNew && made.charged === 0 };
  };
  const repeat = await repeatable(deps.database, keyId, content);
  try {
    return await make(repeat);
  } catch (error) {
    if (!repeat.isRepeat || !(error instanceof CatalogueError && GONE.has(error.code))) throw error;
    return make(await repeatable(deps.database, keyId, content, repeat.token));
  }
}

/**
 * Idempotent, so a client that gave up and sends again is charged once.
 * @throws CatalogueError of uploads, edits and saves; image_not_ready when it takes too long
 */
async function cutOutPicture(deps: MakerDeps, order: PictureOrder, onNew: () => void): Promise<CutOutPicture> {
  const deadline = performance.now() + MAX_WAIT_MS;
  const { requester, requestId, token, shadow } = order;
  const { subject: member } = requester;
  const id = await upload(deps, order, onNew);
  const cutOut = await whenCutOut(deps, id, member, deadline);
  const { address } = order;
  const owner = ownerOf(requester);
  const edit = { transactionId: id, requester: member, owner, idempotencyKey: token, requestId, address };
  const background = order.background && (await addBackground(deps, edit, order.background));
  const edited = shadow === null ? undefined : await deps.editor.settings(edit, { shadow });
  if (background !== null && order.quality !== 'preview') await checkBackground(deps, cutOut, background, order);
  const saved = await saveIfAsked({ ...deps, maxWaitMs: Math.max(0, deadline - performance.now()) }, order, id);
  const version = saved.isHd ? (await deps.handler.load(id)).version : edited?.version;
  const row = version === undefined ? cutOut : await deps.reader.open(id, member, version);
  const source = await sourceOf(deps, row, saved.isHd ? 'high' : 'low');
  const { charged, previewReason } = saved;
  return { row, source, background, charged, previewReason };
}

async function upload(deps: MakerDeps, order: PictureOrder, onNew: () => void): Promise<string> {
  const { database, uploader } = deps;
  const { picture, requester, token, requestId, address, subject, askedModel } = order;
  const count = countOf(database, requester.via);
  const request = {
    owner: ownerOf(requester),
    idempotencyKey: token,
    correlationId: requestId,
    address,
    subject,
    askedModel,
    batchId: null,
    beforeNew: async (_id: string, image: ProbedImage) => {
      if (savesFor(order) === 'hd') await refuseUnpaid(deps, order, image);
      await count?.();
      onNew();
    },
  };
  const { id } =
    'url' in picture
      ? await uploader.uploadByUrl({ ...request, url: picture.url })
      : await uploader.uploadFile({ ...request, body: contentOf(picture.file), fileName: picture.name });
  return id;
}

export async function whenCutOut(
  deps: SettledDeps,
  id: string,
  owner: Person,
  deadline: number,
): Promise<TransactionRow> {
  const row = await whenSettled(deps, id, owner, deadline);
  if (!isSettled(row)) throw new CatalogueError('image_not_ready');
  if (row.status === 'UPLOAD_ERROR') throw new CatalogueError(failureOf(row));
  // A program cannot confirm a guess, and must not pay for one.
  if (row.isGuess) throw new CatalogueError('subject_not_found');
  return row;
}

const failureOf = ({ errorCode }: TransactionRow): ErrorCode =>
  errorCode !== null && errorCode in errorCatalogue ? (errorCode as ErrorCode) : 'background_removal_failed';

async function addBackground(
  { editor, reader }: MakerDeps,
  edit: Parameters<Editor['addBackground']>[0],
  file: SpooledFile,
): Promise<ImageBlob> {
  const { id, version } = await editor.addBackground(edit, contentOf(file));
  const { backgrounds } = await reader.open(edit.transactionId, edit.requester, version);
  const image = backgrounds[id];
  if (image === undefined) throw new Error(`Background ${id} of picture ${edit.transactionId} is not there`);
  return image;
}

/** Draws it behind the preview: a save must not be charged for a background that cannot be decoded. */
async function checkBackground(
  deps: MakerDeps,
  row: TransactionRow,
  backgroundImage: ImageBlob,
  order: PictureOrder,
): Promise<void> {
  const options = { format: 'jpg', crop: 'none', margin: 0, background: null } as const;
  const layout = { ...PLAIN_LAYOUT, channels: 'rgb', backgroundImage } as const;
  await inLayout(deps, { row, source: await sourceOf(deps, row, 'low') }, { ...options, layout }, order);
}

interface SavedOrNot {
  readonly isHd: boolean;
  readonly charged: number;
  readonly previewReason: ErrorCode | null;
}

/** Test keys save nothing. */
const savesFor = ({ quality, requester }: PictureOrder): PictureOrder['quality'] =>
  requester.via.mode === 'test' ? 'preview' : quality;

/** @throws CatalogueError api_key_scope_missing, api_key_credits_used, no_credits */
async function refuseUnpaid(deps: MakerDeps, order: PictureOrder, image: ProbedImage): Promise<void> {
  const { requester, requestId } = order;
  requireSaving(requester);
  const allowance = allowanceOf(deps.database, requester, requestId);
  await refuseUnpayableUpload(deps, { requester: requester.subject, allowance }, image);
}

const WITHOUT_CREDIT = new Set<ErrorCode>(['no_credits', 'api_key_credits_used', 'api_key_scope_missing']);

/** `auto` falls back to a preview without credits. @throws CatalogueError of saves */
async function saveIfAsked(deps: MakerDeps, order: PictureOrder, id: string): Promise<SavedOrNot> {
  const quality = savesFor(order);
  if (quality === 'preview') return { isHd: false, charged: 0, previewReason: null };
  try {
    return { isHd: true, charged: await save(deps, order, id), previewReason: null };
  } catch (error) {
    if (quality !== 'auto' || !(error instanceof CatalogueError) || !WITHOUT_CREDIT.has(error.code)) throw error;
    return { isHd: false, charged: 0, previewReason: error.code };
  }
}

async function save(deps: MakerDeps, { requester, requestId }: PictureOrder, transactionId: string): Promise<number> {
  const { subject: member, via } = requester;
  requireSaving(requester);
  const allowance = allowanceOf(deps.database, requester, requestId);
  const what = {
    transactionId,
    requester: member,
    keyId: via.keyId,
    requestId,
    opId: undefined,
    intent: undefined,
    hasKey: false,
    acceptsGuess: false,
  };
  const { charged } = await saveInHd(deps, { ...what, allowance });
  return charged;
}

function requireSaving({ via }: KeyRequester): void {
  if (!via.scopes.includes('saves:write')) throw new CatalogueError('api_key_scope_missing');
}

const UNREADABLE_BACKGROUND = 'We could not read the background. Save it again as PNG or JPG, then send it.';

const isUnreadable = (error: unknown): boolean => error instanceof CatalogueError && error.code === 'image_unreadable';

/** The box is the subject's, in pixels of the original. */
export async function inLayout(
  deps: MakerDeps,
  { row, source }: Pick<CutOutPicture, 'row' | 'source'>,
  options: ExportOptions & { readonly layout: ExportLayout },
  { requester, requestId }: Pick<PictureOrder, 'requester' | 'requestId'>,
): Promise<{ readonly file: ImageBlob; readonly foreground: Box | null }> {
  const actor = actorOf(requester.subject);
  const request = { transactionId: row.id, source: source.file, options, requestId, actor };
  const { file, foreground } = await exportOf(deps, request).catch((error: unknown) => {
    const isOfBackground = options.layout.backgroundImage !== null && isUnreadable(error);
    throw isOfBackground ? new CatalogueError('image_unreadable', { message: UNREADABLE_BACKGROUND }) : error;
  });
  const factor = row.pipeline.original.width / source.file.width;
  return { file, foreground: foreground && scaledBox(foreground, factor) };
}

const scaledBox = ({ x, y, width, height }: Box, factor: number): Box => ({
  x: Math.round(x * factor),
  y: Math.round(y * factor),
  width: Math.round(width * factor),
  height: Math.round(height * factor),
});
