import { CatalogueError, type JobErrorCode } from '@clearcut/schemas/errors';
import { isSameSubject, liesWithin, type SubjectChoice } from '@clearcut/schemas/transaction/subject';
import type { Person } from '../../kernel/requester.ts';
import { openTo, refuseChange } from './guards.ts';
import type { EventData, PictureDecision, TransactionState } from './picture.ts';

interface OfPicture {
  readonly transactionId: string;
}

/** A result for an older choice is ignored. */
interface OfSubject extends OfPicture {
  readonly subject: SubjectChoice;
}

export const chooseSubject =
  ({ transactionId, requester, subject }: OfSubject & { readonly requester: Person }): PictureDecision =>
  (state) => {
    const { picture, phase } = openTo(state, requester);
    refuseOutside(subject, picture.original);
    // After an internal failure the same choice is a new attempt; otherwise it would give the same picture.
    const another = phase.status === 'failed' && phase.errorCode !== 'subject_not_found';
    if (isSameSubject(subject, picture.subject) && !another) return [];
    refuseChange(picture);
    return [chosen(transactionId, subject)];
  };

export const chosen = (transactionId: string, subject: SubjectChoice) =>
  ({ type: 'SubjectChosen', data: { transactionId, subject } }) as const;

/** @throws CatalogueError subject_outside */
export function refuseOutside(
  subject: SubjectChoice,
  original: { readonly width: number; readonly height: number },
): void {
  if (!liesWithin(subject, original)) throw new CatalogueError('subject_outside');
}

export const recordBackgroundRemoved =
  ({ subject, ...made }: OfSubject & EventData<'BackgroundRemoved'>): PictureDecision =>
  (state) => {
    if (!awaitsCutOut(state, subject)) return [];
    const { transactionId, resized, transformed, coarseMatte, model, isGuess, renderer } = made;
    const data = { transactionId, resized, transformed, coarseMatte, model, isGuess, renderer };
    return [{ type: 'BackgroundRemoved', data }];
  };

export const recordSubjectNotFound =
  ({ transactionId, subject, model }: OfSubject & EventData<'SubjectNotFound'>): PictureDecision =>
  (state) =>
    awaitsCutOut(state, subject) ? [{ type: 'SubjectNotFound', data: { transactionId, model } }] : [];

export const recordMatteRefined =
  (result: OfSubject & EventData<'MatteRefined'> & EventData<'RegionsMapped'>): PictureDecision =>
  (state) => {
    if (state?.phase.status !== 'uploaded' || state.phase.refinement === 'done') return [];
    if (!isSameSubject(result.subject, state.picture.subject)) return [];
    const { transactionId, improved, matte, refinement, renderer, model, regions, segmentation } = result;
    return [
      { type: 'MatteRefined', data: { transactionId, improved, matte, refinement, renderer, model } },
      { type: 'RegionsMapped', data: { transactionId, regions, segmentation } },
    ];
  };

interface Failure extends OfSubject {
  readonly errorCode: JobErrorCode;
}

export const recordRemovalFailed =
  ({ transactionId, subject, errorCode }: Failure): PictureDecision =>
  (state) =>
    state?.phase.status === 'pending' && isSameSubject(subject, state.picture.subject)
      ? [{ type: 'BackgroundRemovalFailed', data: { transactionId, errorCode } }]
      : [];

export const recordRefinementFailed =
  ({ transactionId, subject, errorCode }: Failure): PictureDecision =>
  (state) => {
    if (state?.phase.status !== 'uploaded' || state.phase.refinement !== 'open') return [];
    if (!isSameSubject(subject, state.picture.subject)) return [];
    return [{ type: 'MatteRefinementFailed', data: { transactionId, errorCode } }];
  };

/**
 * Pending, or abandoned: a redriven dead letter may still succeed. "No subject" is an answer, not a failure, so it
 * stands.
 */
function awaitsCutOut(state: TransactionState, subject: SubjectChoice): boolean {
  if (state === null || !isSameSubject(subject, state.picture.subject)) return false;
  const { phase } = state;
  return phase.status === 'pending' || (phase.status === 'failed' && phase.errorCode !== 'subject_not_found');
}
