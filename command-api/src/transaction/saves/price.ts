import { isPreviewInFull } from '@clearcut/schemas/transaction/scene/scales';
import { HD_SAVE_CREDITS } from '@clearcut/schemas/constants';
import { sceneAt } from '@clearcut/schemas/transaction/edit-history';
import type { Size } from '@clearcut/schemas/transaction/scene/scales';
import type { Picture, TransactionState } from '../domain/picture.ts';
import { operationIn } from '../domain/picture-state.ts';
import type { Charges, SavesDeps } from './dependencies.ts';

export function chargesOf({
  hasCredits,
  chargeSmallSaves,
}: {
  readonly hasCredits: boolean;
  readonly chargeSmallSaves: boolean;
}): Charges {
  if (!hasCredits) return 'none';
  return chargeSmallSaves ? 'all' : 'larger';
}

/**
 * Credits for the HD file of the picture after an operation. Nothing is charged for what the free preview already is.
 */
export function priceAfter(
  { charges }: Pick<SavesDeps, 'charges'>,
  { original, edits }: Pick<Picture, 'edits'> & { readonly original: Size },
  opId: string = edits.headId,
): number {
  if (charges === 'none') return 0;
  const { position } = sceneAt(edits, opId).settings;
  return charges === 'larger' && isPreviewInFull(position, original) ? 0 : HD_SAVE_CREDITS;
}

/** Credits for a state that a request has fixed, whatever was edited since. */
export function priceOf(deps: Pick<SavesDeps, 'charges'>, state: TransactionState, pictureState: string): number {
  if (deps.charges === 'none') return 0;
  if (state?.phase.status !== 'uploaded') return HD_SAVE_CREDITS;
  const opId = operationIn({ ...state.picture, matte: state.phase.matte }, pictureState);
  return opId === undefined ? HD_SAVE_CREDITS : priceAfter(deps, state.picture, opId);
}
