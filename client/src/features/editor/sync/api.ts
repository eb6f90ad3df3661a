import { EDITOR_PAGE_SIZE } from '@clearcut/schemas/constants';
import { downloadContracts } from '@clearcut/schemas/contracts/transaction/downloads';
import { editContracts } from '@clearcut/schemas/contracts/transaction/edits';
import { transactionContracts } from '@clearcut/schemas/contracts/transaction/picture';
import { OPERATION_ID_HEADER } from '@clearcut/schemas/transaction/editing-http';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { Box, MaskMode, SceneSettingsPatch } from '@clearcut/schemas/transaction/scene';
import { addressOf, call, parse, send } from '../../../lib/contracts/call.ts';
import { download, type Download } from '../../../lib/download.ts';
import { plainCutoutUrl } from '../../pictures/uploads/transaction/shown-picture.ts';

export interface TakenEdit {
  readonly opId: string;
  /** Includes the edit, and possibly others' later ones. */
  readonly view: TransactionView;
}

async function takenEdit(answer: Promise<Response>): Promise<TakenEdit> {
  const response = await answer;
  const view = parse(editContracts.edit, response.status, await response.json());
  return { opId: response.headers.get(OPERATION_ID_HEADER) ?? view.edits.headId, view };
}

/** `key`: retries are the same edit. */
export function sendMask(
  id: string,
  { mode, box, png, key }: { mode: MaskMode; box: Box; png: Uint8Array<ArrayBuffer>; key: string },
): Promise<TakenEdit> {
  const query = { boundingBox: [box.x, box.y, box.width, box.height].join(',') };
  const bytes = new Blob([png], { type: 'image/png' });
  return takenEdit(send(editContracts[mode], { params: { id }, query, bytes, idempotencyKey: key }));
}

export const sendSettings = (id: string, body: SceneSettingsPatch, key: string): Promise<TakenEdit> =>
  takenEdit(send(editContracts.edit, { params: { id }, body, idempotencyKey: key }));

export const sendReset = (id: string, key: string): Promise<TakenEdit> =>
  takenEdit(send(editContracts.reset, { params: { id }, idempotencyKey: key }));

export const sendRestore = (id: string, opId: string, key: string): Promise<TakenEdit> =>
  takenEdit(send(editContracts.restoreOperation, { params: { id, opId }, idempotencyKey: key }));

export const getMask = async (id: string, opId: string): Promise<Blob> =>
  (await send(editContracts.operationMask, { params: { id, opId } })).blob();

/** `version` is the step's id. */
export const getStep = async (
  id: string,
  step: 'resized' | 'transformed' | 'improved',
  version: string,
  signal?: AbortSignal,
): Promise<Blob> =>
  (await send(transactionContracts.original, { params: { id }, query: { step }, version, signal })).blob();

/** The uploaded bytes. */
export const getOriginal = async (id: string, signal: AbortSignal): Promise<Blob> =>
  (await send(transactionContracts.original, { params: { id }, signal })).blob();

export const getHdFile = async (id: string, save: string, signal: AbortSignal): Promise<Blob> =>
  (await send(downloadContracts.high, { params: { id }, query: { save }, signal })).blob();

export const getRegions = async (id: string): Promise<Blob> =>
  (await send(editContracts.regions, { params: { id } })).blob();

/** Without an id, the last pictures of the logged-in person. */
export const getLastPictures = async (): Promise<TransactionView[]> =>
  (await call(transactionContracts.list, { query: { pageSize: EDITOR_PAGE_SIZE } })).transactions;

/** Thumbnail of the preview cut-out, with edits if any. */
export function thumbnailUrl(view: TransactionView): string {
  const version = view.pipeline['edited:low']?.id;
  if (version === undefined) return plainCutoutUrl(view);
  return addressOf(transactionContracts.original, { params: view, query: { step: 'edited' }, version });
}

/** The photo at preview size. */
export const originalUrl = ({ id, pipeline }: TransactionView): string =>
  addressOf(transactionContracts.original, {
    params: { id },
    query: { step: 'resized' },
    version: pipeline.resized?.id ?? '',
  });

/** Free preview with edits up to `headId`. */
export const getPreview = (id: string, headId: string): Promise<Download> =>
  download(addressOf(downloadContracts.low, { params: { id }, version: headId }), 'clearcut.png');
