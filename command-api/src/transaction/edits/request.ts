import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { ImageBlob, Owner } from '@clearcut/schemas/transaction/events';
import type { Person } from '../../kernel/requester.ts';
import type { ProbedImage } from '../upload/image-probe/probe.ts';
import type { SpooledFile } from '../upload/spool.ts';

export interface EditRequest {
  readonly transactionId: string;
  readonly requester: Person;
  readonly owner: Owner;
  readonly idempotencyKey: string | undefined;
  readonly requestId: string;
  readonly address: string;
}

/** From owner and key, so a repeat has the same. */
export function operationIdOf({
  transactionId,
  owner,
  idempotencyKey,
  requestId,
}: Pick<EditRequest, 'transactionId' | 'owner' | 'idempotencyKey' | 'requestId'>): string {
  if (idempotencyKey === undefined) return derivedId('operation', transactionId, requestId);
  const who = owner.kind === 'user' ? owner.userId : owner.clientKey;
  return derivedId('operation', transactionId, who, idempotencyKey);
}

export const rememberedIdOf = (request: EditRequest): string | null =>
  request.idempotencyKey === undefined ? null : operationIdOf(request);

/** Named by content: racing requests do not overwrite each other. */
export function blobOf(
  { transactionId }: EditRequest,
  what: 'mask' | 'background',
  { sha256, bytes }: SpooledFile,
  image: ProbedImage,
): ImageBlob {
  return { blob: `transaction/${transactionId}/${what}-${sha256.slice(0, 16)}`, sha256, bytes, ...image };
}
