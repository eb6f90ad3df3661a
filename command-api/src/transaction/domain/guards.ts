import { MAX_CHANGES } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Person } from '../../kernel/requester.ts';
import { mayOpen } from './ownership.ts';
import type { LivePicture, Picture, TransactionState, UploadedPhase } from './picture.ts';

/** @throws CatalogueError transaction_not_found, image_expired */
export function existing(state: TransactionState): LivePicture {
  if (state === null || state.phase.status === 'deleted') throw new CatalogueError('transaction_not_found');
  const { picture, phase } = state;
  if (phase.status === 'expired') throw new CatalogueError('image_expired');
  return { picture, phase };
}

/** @throws CatalogueError transaction_not_found (also when it is another's), image_expired */
export function openTo(state: TransactionState, requester: Person): LivePicture {
  if (state !== null && !mayOpen(requester, state.picture.owner)) throw new CatalogueError('transaction_not_found');
  return existing(state);
}

/** @throws CatalogueError without a cut-out to edit */
export function editable(
  state: TransactionState,
  requester: Person,
): { readonly picture: Picture; readonly phase: UploadedPhase } {
  const { picture, phase } = openTo(state, requester);
  if (phase.status === 'pending') throw new CatalogueError('image_not_ready');
  if (phase.status === 'failed') throw new CatalogueError('image_failed');
  return { picture, phase };
}

/** @throws CatalogueError guess_unconfirmed */
export function refuseGuess(state: TransactionState, acceptsGuess: boolean): void {
  if (!acceptsGuess && state?.phase.status === 'uploaded' && state.phase.isUnconfirmedGuess) {
    throw new CatalogueError('guess_unconfirmed');
  }
}

/** Limits the stream, which every command reads. @throws CatalogueError too_many_edits */
export function refuseChange({ changes }: Picture): void {
  if (changes >= MAX_CHANGES) throw new CatalogueError('too_many_edits');
}
