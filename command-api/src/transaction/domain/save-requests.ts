import type { TransactionEvent } from '@clearcut/schemas/transaction/events';
import { MAX_CHANGES } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Person } from '../../kernel/requester.ts';
import { editable } from './guards.ts';
import type { TransactionState } from './picture.ts';
import type { SaveRequest } from './saves-state.ts';

type Requested = Extract<TransactionEvent, { type: 'HdSaveRequested' }>['data'];

/** What tells a request to save from others, and from another one under the same key. */
export type SaveIntent = Pick<Requested, 'requestId' | 'settings' | 'isBulk'>;

export interface RequestSaveCommand {
  readonly type: 'RequestSave';
  readonly requester: Person;
  readonly transactionId: string;
  readonly request: SaveRequest;
  /** It came under an Idempotency-Key, and may come again. */
  readonly hasKey: boolean;
}

/** What this very request asked for when it came first. @throws CatalogueError idempotency_key_reused */
export function requestBefore(
  { requestId, settings }: Pick<SaveIntent, 'requestId' | 'settings'>,
  state: TransactionState,
): SaveRequest | undefined {
  const before = state?.picture.saveRequests.find((one) => one.requestId === requestId);
  if (before !== undefined && before.settings !== settings) throw new CatalogueError('idempotency_key_reused');
  return before;
}

/** A repeat has no effect, whichever state it found the picture in. */
export function decideRequest(
  { transactionId, requester, request, hasKey }: RequestSaveCommand,
  state: TransactionState,
): readonly TransactionEvent[] {
  if (requestBefore(request, state) !== undefined) return [];
  const { changes, saves, saveRequests } = editable(state, requester).picture;
  // Nothing can be edited any more, so that every repeat finds what the first one found; and a full picture can be saved.
  if (changes >= MAX_CHANGES) return [];
  const isSame = ({ saveId }: { readonly saveId: string }): boolean => saveId === request.saveId;
  // Without a key the event only marks a bulk save, so one per save, before it starts, is enough.
  if (!hasKey && (saves.some(isSame) || saveRequests.some(isSame))) return [];
  return [{ type: 'HdSaveRequested', data: { transactionId, ...request } }];
}
