import type { TransactionEvent } from '@clearcut/schemas/transaction/events';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Requester } from '../identity/requester.ts';
import { editable } from './edits.ts';
import type { TransactionState } from './state.ts';

type Requested = Extract<TransactionEvent, { type: 'HdSaveRequested' }>['data'];

/** What a request asked for that came under an Idempotency-Key, or for one of many saves. */
export type SaveRequest = Omit<Requested, 'transactionId'>;

/** What tells such a request from others, and from another one under the same key. */
export type SaveIntent = Pick<Requested, 'requestId' | 'settings' | 'isBulk'>;

export interface RequestSaveCommand {
  readonly type: 'RequestSave';
  readonly requester: Requester;
  readonly transactionId: string;
  readonly request: SaveRequest;
}

/** What this very request asked for when it came first. @throws CatalogueError idempotency_key_reused */
export function requestBefore(
  { requestId, settings }: Pick<SaveIntent, 'requestId' | 'settings'>,
  state: TransactionState,
): SaveRequest | undefined {
  if (state.status === 'none') return undefined;
  const before = state.saveRequests.find((one) => one.requestId === requestId);
  if (before !== undefined && before.settings !== settings) throw new CatalogueError('idempotency_key_reused');
  return before;
}

/** A repeat has no effect, whichever state it found the picture in. */
export function decideRequest(
  { transactionId, requester, request }: RequestSaveCommand,
  state: TransactionState,
): readonly TransactionEvent[] {
  if (requestBefore(request, state) !== undefined) return [];
  editable(state, requester);
  return [{ type: 'HdSaveRequested', data: { transactionId, ...request } }];
}
