import { CatalogueError, type JobErrorCode } from '@clearcut/schemas/errors';
import type { ImageBlob, ModelIdentity, PipelineStep, TransactionEvent } from '@clearcut/schemas/transaction/events';
import type { Refinement, Renderer } from '@clearcut/schemas/transaction/picture';
import { isSameSubject, liesWithin, type SubjectChoice } from '@clearcut/schemas/transaction/subject';
import type { Person } from '../../kernel/requester.ts';
import { refuseChange } from './guards.ts';
import { mayOpen } from './ownership.ts';
import type { TransactionState } from './picture.ts';

export type CutOutCommand =
  | {
      readonly type: 'ChooseSubject';
      readonly transactionId: string;
      readonly requester: Person;
      readonly subject: SubjectChoice;
    }
  | {
      readonly type: 'RecordBackgroundRemoved';
      readonly transactionId: string;
      readonly subject: SubjectChoice;
      readonly resized: PipelineStep;
      readonly transformed: PipelineStep;
      readonly coarseMatte: ImageBlob;
      readonly model: ModelIdentity;
      readonly isGuess: boolean;
      readonly renderer: Renderer | null;
    }
  | {
      readonly type: 'RecordSubjectNotFound';
      readonly transactionId: string;
      readonly subject: SubjectChoice;
      readonly model: ModelIdentity;
    }
  | {
      readonly type: 'RecordMatteRefined';
      readonly transactionId: string;
      readonly subject: SubjectChoice;
      readonly improved: PipelineStep;
      readonly matte: ImageBlob;
      readonly refinement: Refinement;
      readonly renderer: Renderer | null;
      readonly model: ModelIdentity | null;
      readonly regions: ImageBlob;
      readonly segmentation: Refinement;
    }
  | {
      readonly type: 'RecordCutOutFailed';
      readonly transactionId: string;
      readonly subject: SubjectChoice;
      readonly job: 'remove-background' | 'refine-matte';
      readonly errorCode: JobErrorCode;
    };

export function decideCutOut(command: CutOutCommand, state: TransactionState): readonly TransactionEvent[] {
  const { transactionId } = command;
  switch (command.type) {
    case 'ChooseSubject':
      return decideChooseSubject(command, state);
    case 'RecordBackgroundRemoved': {
      if (!awaitsCutOut(state, command.subject)) return [];
      const { resized, transformed, coarseMatte, model, isGuess, renderer } = command;
      const made = { resized, transformed, coarseMatte, model, isGuess, renderer };
      return [{ type: 'BackgroundRemoved', data: { transactionId, ...made } }];
    }
    case 'RecordSubjectNotFound':
      return awaitsCutOut(state, command.subject)
        ? [{ type: 'SubjectNotFound', data: { transactionId, model: command.model } }]
        : [];
    case 'RecordMatteRefined': {
      if (state?.phase.status !== 'uploaded' || state.phase.refinement === 'done') return [];
      if (!isSameSubject(command.subject, state.picture.subject)) return [];
      const { improved, matte, refinement, renderer, model, regions, segmentation } = command;
      return [
        { type: 'MatteRefined', data: { transactionId, improved, matte, refinement, renderer, model } },
        { type: 'RegionsMapped', data: { transactionId, regions, segmentation } },
      ];
    }
    case 'RecordCutOutFailed':
      return decideCutOutFailed(command, state);
  }
}

/**
 * Pending, or abandoned: a redriven dead letter may still succeed. "No subject" is an answer, not a failure, so it
 * stands.
 */
function awaitsCutOut(state: TransactionState, subject: SubjectChoice): boolean {
  if (state === null || !isSameSubject(subject, state.picture.subject)) return false;
  const { phase } = state;
  return phase.status === 'pending' || (phase.status === 'failed' && phase.errorCode !== 'subject_not_found');
}

function decideChooseSubject(
  { transactionId, requester, subject }: CutOutCommand & { type: 'ChooseSubject' },
  state: TransactionState,
) {
  if (state === null || state.phase.status === 'deleted' || !mayOpen(requester, state.picture.owner)) {
    throw new CatalogueError('transaction_not_found');
  }
  const { picture, phase } = state;
  if (phase.status === 'expired') throw new CatalogueError('image_expired');
  refuseOutside(subject, picture.original);
  // After an internal failure the same choice is a new attempt; otherwise it would give the same picture.
  const another = phase.status === 'failed' && phase.errorCode !== 'subject_not_found';
  if (isSameSubject(subject, picture.subject) && !another) return [];
  refuseChange(picture);
  return [chosen(transactionId, subject)];
}

export const chosen = (transactionId: string, subject: SubjectChoice) =>
  ({ type: 'SubjectChosen', data: { transactionId, subject } }) as const;

/** @throws CatalogueError subject_outside */
export function refuseOutside(
  subject: SubjectChoice,
  original: { readonly width: number; readonly height: number },
): void {
  if (!liesWithin(subject, original)) throw new CatalogueError('subject_outside');
}

function decideCutOutFailed(
  { transactionId, subject, job, errorCode }: CutOutCommand & { type: 'RecordCutOutFailed' },
  state: TransactionState,
) {
  if (state === null || !isSameSubject(subject, state.picture.subject)) return [];
  const { phase } = state;
  if (job === 'remove-background') {
    if (phase.status !== 'pending') return [];
    return [{ type: 'BackgroundRemovalFailed', data: { transactionId, errorCode } } as const];
  }
  if (phase.status !== 'uploaded' || phase.refinement !== 'open') return [];
  return [{ type: 'MatteRefinementFailed', data: { transactionId, errorCode } } as const];
}
