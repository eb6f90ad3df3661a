import { createHash } from 'node:crypto';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { SceneSettingsPatch } from '@clearcut/schemas/transaction/scene';
import { idempotencyKeyOf } from '../../http/headers/idempotency.ts';
import type { HttpRequest } from '../../http/message.ts';
import { keyOf, type KeyRequester, type Member, type MemberRequester, ownerOf } from '../../kernel/requester.ts';
import type { Editor } from '../edits/editor.ts';
import type { TransactionReader } from '../read/reader.ts';
import type { Allowance, SaveOrder, SavesDeps } from './dependencies.ts';
import type { TransactionState } from '../domain/picture.ts';
import type { SaveIntent } from '../domain/save-requests.ts';
import { refuseUnpayable } from './payable.ts';

export interface OrderDeps extends Pick<SavesDeps, 'charges' | 'creditPool'> {
  readonly reader: TransactionReader;
  readonly editor: Editor;
}

export interface OrderRequest {
  readonly transactionId: string;
  readonly settings: SceneSettingsPatch;
  readonly acceptsGuess: boolean;
  readonly isBulk: boolean;
  readonly allowance?: Allowance;
}

/**
 * Different settings become an edit first, except for a repeat.
 * @throws CatalogueError transaction_not_found, image_expired, guess_unconfirmed, idempotency_key_invalid, no_credits,
 * api_key_credits_used, what `Editor` throws
 */
export async function orderOf(
  deps: OrderDeps,
  { transactionId, settings, acceptsGuess, isBulk, allowance }: OrderRequest,
  sender: MemberRequester | KeyRequester,
  request: HttpRequest,
): Promise<SaveOrder> {
  const { subject: requester, via } = sender;
  const { reader, editor } = deps;
  await reader.open(transactionId, requester);
  const owner = ownerOf(sender);
  const idempotencyKey = idempotencyKeyOf(request);
  const intent =
    idempotencyKey === undefined && !isBulk
      ? undefined
      : intentOf(transactionId, requester, { key: idempotencyKey ?? request.id, settings, isBulk });
  const common = {
    transactionId,
    requester,
    keyId: keyOf(sender),
    requestId: request.id,
    intent,
    hasKey: idempotencyKey !== undefined,
    acceptsGuess,
    ...(allowance && { allowance }),
  };
  const edit = { transactionId, requester, owner, idempotencyKey, requestId: request.id, address: request.ip };
  const isFree = via.kind === 'api-key' && via.mode === 'test';
  const refuse = async (edited: TransactionState): Promise<void> =>
    isFree ? undefined : refuseUnpayable(deps, { requester, opId: undefined, ...(allowance && { allowance }) }, edited);
  const { opId, known } = await editor.settingsOfSave(edit, settings, { intent, acceptsGuess, refuse });
  return { ...common, opId, known };
}

function intentOf(
  transactionId: string,
  { userId }: Member,
  { key, settings, isBulk }: { readonly key: string; readonly settings: SceneSettingsPatch; readonly isBulk: boolean },
): SaveIntent {
  return {
    requestId: derivedId('save-request', transactionId, userId, key),
    settings: createHash('sha256').update(JSON.stringify(settings)).digest('hex'),
    isBulk,
  };
}
