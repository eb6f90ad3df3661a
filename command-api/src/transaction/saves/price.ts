import { isPreviewInFull } from '@clearcut/schemas/transaction/scene/scales';
import { HD_SAVE_CREDITS } from '@clearcut/schemas/constants';
import { sceneAt } from '@clearcut/schemas/transaction/edit-history';
import type { Picture, TransactionState } from '../domain/picture.ts';
import { operationIn } from '../domain/picture-state.ts';
import type { SavesDeps } from './dependencies.ts';

/**
 * Credits for the HD file of the picture after an operation. Nothing is charged for what the free preview already is.
 */
export function priceAfter(
  { chargeSmallSaves }: Pick<SavesDeps, 'chargeSmallSaves'>,
  { original, edits }: Pick<Picture, 'original' | 'edits'>,
  opId: string = edits.headId,
): number {
  const { position } = sceneAt(edits, opId).settings;
  return !chargeSmallSaves && isPreviewInFull(position, original) ? 0 : HD_SAVE_CREDITS;
}

/** Credits for a state that a request has fixed, whatever was edited since. */
export function priceOf(
  deps: Pick<SavesDeps, 'chargeSmallSaves'>,
  state: TransactionState,
  pictureState: string,
): number {
  if (state?.phase.status !== 'uploaded') return HD_SAVE_CREDITS;
  const opId = operationIn({ ...state.picture, matte: state.phase.matte }, pictureState);
  return opId === undefined ? HD_SAVE_CREDITS : priceAfter(deps, state.picture, opId);
}
