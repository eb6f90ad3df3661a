import { OPERATION_ID_HEADER, type CustomBackground } from '@clearcut/schemas/transaction/editing-http';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { Box, MaskMode, SceneSettingsPatch } from '@clearcut/schemas/transaction/scene';
import { hdUrl } from '../../saves/api.ts';
import { EDITOR_PAGE_SIZE } from '@clearcut/schemas/constants';
import { download, type Download } from '../../../lib/download.ts';
import { request, requestJson, type RequestOptions } from '../../../lib/http/request.ts';

export interface TakenEdit {
  readonly opId: string;
  /** Includes the edit, and possibly others' later ones. */
  readonly view: TransactionView;
}

async function sendEdit(path: string, options: RequestOptions): Promise<TakenEdit> {
  const response = await request(path, { method: 'POST', ...options });
  const view = (await response.json()) as TransactionView;
  return { opId: response.headers.get(OPERATION_ID_HEADER) ?? view.edits.headId, view };
}

/** `key`: retries are the same edit. */
export function sendMask(
  id: string,
  { mode, box, png, key }: { mode: MaskMode; box: Box; png: Uint8Array<ArrayBuffer>; key: string },
): Promise<TakenEdit> {
  const boundingBox = [box.x, box.y, box.width, box.height].join(',');
  return sendEdit(`/api/transaction/${id}/${mode}/?boundingBox=${boundingBox}`, {
    body: new Blob([png], { type: 'image/png' }),
    idempotencyKey: key,
  });
}

export function sendSettings(id: string, settings: SceneSettingsPatch, key: string): Promise<TakenEdit> {
  return sendEdit(`/api/transaction/${id}/edit`, { json: settings, idempotencyKey: key });
}

export function sendReset(id: string, key: string): Promise<TakenEdit> {
  return sendEdit(`/api/transaction/${id}/reset`, { idempotencyKey: key });
}

export function sendRestore(id: string, opId: string, key: string): Promise<TakenEdit> {
  return sendEdit(`/api/transaction/${id}/op/${opId}/restore`, { idempotencyKey: key });
}

export async function getMask(id: string, opId: string): Promise<Blob> {
  return (await request(`/api/transaction/${id}/op/${opId}/mask`)).blob();
}

/** `step` changes with the pixels, so that no cache serves older ones. */
export async function getStep(
  id: string,
  kind: 'resized' | 'transformed' | 'improved',
  step: string,
  signal?: AbortSignal,
): Promise<Blob> {
  const path = `/api/transaction/${id}/proxy/image/?step=${kind}&v=${step}`;
  return (await request(path, signal === undefined ? {} : { signal })).blob();
}

/** The uploaded bytes. */
export async function getOriginal(id: string, signal: AbortSignal): Promise<Blob> {
  return (await request(`/api/transaction/${id}/proxy/image/`, { signal })).blob();
}

export async function getHdFile(id: string, saveId: string, signal: AbortSignal): Promise<Blob> {
  return (await request(hdUrl(id, saveId), { signal })).blob();
}

export async function getRegions(id: string): Promise<Blob> {
  return (await request(`/api/transaction/${id}/embedding-mask`)).blob();
}

/** Without an id, the last pictures of the logged-in person. */
export async function getLastPictures(): Promise<TransactionView[]> {
  const { transactions } = await requestJson<{ transactions: TransactionView[] }>(
    `/api/transaction/?pageSize=${EDITOR_PAGE_SIZE}`,
  );
  return transactions;
}

export function sendBackground(id: string, file: File): Promise<CustomBackground> {
  return requestJson(`/api/transaction/${id}/background/image/`, { method: 'POST', body: file });
}

export async function getBackground(path: string, signal: AbortSignal): Promise<Blob> {
  return (await request(path, { signal })).blob();
}

export const customBackgroundPath = (backgroundId: string): string =>
  `/api/transaction/background/image/${backgroundId}`;

/** Thumbnail of the preview cut-out, with edits if any. */
export const thumbnailUrl = ({ id, pipeline }: TransactionView): string => {
  const edited = pipeline['edited:low'];
  if (edited !== undefined) return `/api/transaction/${id}/proxy/image/?step=edited&v=${edited.id}`;
  return cutOutUrl({ id, pipeline });
};

/** Preview without edits. */
export const cutOutUrl = ({
  id,
  pipeline: { improved, transformed },
}: Pick<TransactionView, 'id' | 'pipeline'>): string => {
  const kind = improved === undefined ? 'transformed' : 'improved';
  return `/api/transaction/${id}/proxy/image/?step=${kind}&v=${(improved ?? transformed)?.id ?? ''}`;
};

/** The photo at preview size. */
export const originalUrl = ({ id, pipeline }: TransactionView): string =>
  `/api/transaction/${id}/proxy/image/?step=resized&v=${pipeline.resized?.id ?? ''}`;

/** Free preview with edits up to `headId`, which changes the address so that no cache serves an older one. */
export function getPreview(id: string, headId: string): Promise<Download> {
  return download(`/api/transaction/${id}/download/low/?step=${headId}`, 'clearcut.png');
}
