import { CatalogueError } from '@clearcut/schemas/errors';
import { emptyHistory } from '@clearcut/schemas/transaction/edit-history';
import type { Size } from '@clearcut/schemas/transaction/scene/scales';
import type { Member } from '../../kernel/requester.ts';
import { editable } from '../domain/guards.ts';
import type { TransactionState } from '../domain/picture.ts';
import { pictureStateOf } from '../domain/picture-state.ts';
import type { Allowance, SaveOrder, SavesDeps } from './dependencies.ts';
import { priceAfter } from './price.ts';

interface Payer {
  readonly requester: Member;
  readonly allowance?: Allowance | undefined;
}

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
  await refusePrice(deps, { requester, allowance }, priceAfter(deps, picture, opId));
}

/** For an upload saved as it is. @throws CatalogueError no_credits, api_key_credits_used */
export async function refuseUnpayableUpload(
  deps: Pick<SavesDeps, 'charges' | 'creditPool'>,
  order: Payer,
  original: Size,
): Promise<void> {
  await refusePrice(deps, order, priceAfter(deps, { original, edits: emptyHistory('original') }));
}

async function refusePrice(
  { creditPool }: Pick<SavesDeps, 'creditPool'>,
  { requester, allowance }: Payer,
  credits: number,
): Promise<void> {
  if (credits === 0) return;
  await allowance?.refuse(credits);
  if ((await creditPool.balance(requester.teamId)) < credits) throw new CatalogueError('no_credits');
}
