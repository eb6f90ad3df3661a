import { CatalogueError } from '@clearcut/schemas/errors';
import { editable } from '../domain/guards.ts';
import type { TransactionState } from '../domain/picture.ts';
import { pictureStateOf } from '../domain/picture-state.ts';
import type { SaveOrder, SavesDeps } from './dependencies.ts';
import { priceAfter } from './price.ts';

/**
 * Precedes edits and the queue. While the matte is refined, any save may be of the same state.
 * @throws CatalogueError no_credits, api_key_credits_used, what `editable` throws
 */
export async function refuseUnpayable(
  deps: Pick<SavesDeps, 'charges' | 'creditPool'>,
  { requester, opId, allowance }: Pick<SaveOrder, 'requester' | 'opId' | 'allowance'>,
  state: TransactionState,
): Promise<void> {
  const { picture, phase } = editable(state, requester);
  const { matte, refinement } = phase;
  const meant = refinement === 'open' ? undefined : pictureStateOf({ ...picture, matte }, opId);
  const isMeant = (pictureState: string): boolean => meant === undefined || pictureState === meant;
  if (picture.saves.some(({ status, pictureState }) => status !== 'failed' && isMeant(pictureState))) return;
  const credits = priceAfter(deps, picture, opId);
  if (credits === 0) return;
  await allowance?.refuse(credits);
  if ((await deps.creditPool.balance(requester.teamId)) < credits) throw new CatalogueError('no_credits');
}
