import { MAX_CHANGES } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Person } from '../../kernel/requester.ts';
import { editable, refuseGuess } from './guards.ts';
import type { EventData, PictureDecision, TransactionState } from './picture.ts';
import type { SaveRequest } from './saves-state.ts';

export type SaveIntent = Pick<EventData<'HdSaveRequested'>, 'requestId' | 'settings' | 'isBulk'>;

interface Requesting {
  readonly requester: Person;
  readonly transactionId: string;
  readonly request: SaveRequest;
  readonly hasKey: boolean;
}

/** The first request's content. @throws CatalogueError idempotency_key_reused */
export function requestBefore(
  { requestId, settings }: Pick<SaveIntent, 'requestId' | 'settings'>,
  state: TransactionState,
): SaveRequest | undefined {
  const before = state?.picture.saveRequests.find((one) => one.requestId === requestId);
  if (before !== undefined && before.settings !== settings) throw new CatalogueError('idempotency_key_reused');
  return before;
}

/**
 * A save's settings become an edit first, except for a repeat: they were applied the first time, and may have changed
 * since.
 * @throws CatalogueError guess_unconfirmed, idempotency_key_reused, what `edit` throws
 */
export const applySettings =
  (intent: SaveIntent | undefined, acceptsGuess: boolean, edit: PictureDecision): PictureDecision =>
  (state, now) => {
    if (intent !== undefined && requestBefore(intent, state) !== undefined) return [];
    // Precedes the edit: a refused save changes nothing.
    refuseGuess(state, acceptsGuess);
    return edit(state, now);
  };

export const requestSave =
  ({ transactionId, requester, request, hasKey }: Requesting): PictureDecision =>
  (state) => {
    if (requestBefore(request, state) !== undefined) return [];
    const { changes, saves, saveRequests } = editable(state, requester).picture;
    // Nothing can be edited any more, so repeats find the same state; and a full picture must be savable.
    if (changes >= MAX_CHANGES) return [];
    const isSame = ({ saveId }: { readonly saveId: string }): boolean => saveId === request.saveId;
    // Without a key the event only marks a bulk save: one per save, before it starts, is enough.
    if (!hasKey && (saves.some(isSame) || saveRequests.some(isSame))) return [];
    return [{ type: 'HdSaveRequested', data: { transactionId, ...request } }];
  };
