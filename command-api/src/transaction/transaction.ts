import { CatalogueError, type JobErrorCode } from '@clearcut/schemas/errors';
import type {
  AnonymousOwner,
  ImageBlob,
  ModelIdentity,
  PipelineStep,
  TransactionEvent,
} from '@clearcut/schemas/transaction/events';
import type { ImageJob } from '@clearcut/schemas/transaction/jobs';
import type { Decider } from '../decider.ts';
import { owns, type Requester } from '../identity/requester.ts';

type EventData<Type extends TransactionEvent['type']> = Extract<TransactionEvent, { type: Type }>['data'];

interface Uploaded {
  readonly owner: AnonymousOwner;
  readonly source: 'file' | 'url';
  readonly original: PipelineStep;
}

/** One image job. `uploaded` is the SPEC's UPLOADED: the cut-out is there. `none`: there is no such transaction. */
export type TransactionState =
  | { readonly status: 'none' }
  | (Uploaded & { readonly status: 'pending' })
  | (Uploaded & { readonly status: 'uploaded'; readonly refinement: 'open' | 'done' | 'failed' })
  | (Uploaded & { readonly status: 'failed'; readonly errorCode: JobErrorCode | 'subject_not_found' })
  | (Uploaded & { readonly status: 'deleted' })
  | (Uploaded & { readonly status: 'expired' });

export type TransactionCommand =
  | {
      readonly type: 'UploadImage';
      readonly transactionId: string;
      readonly owner: AnonymousOwner;
      readonly source: 'file' | 'url';
      /** Its `opId` derives from what the client sent, so that a repeat can be told from another body under one key. */
      readonly original: PipelineStep;
    }
  | {
      readonly type: 'RecordBackgroundRemoved';
      readonly transactionId: string;
      readonly resized: PipelineStep;
      readonly transformed: PipelineStep;
      readonly coarseMatte: ImageBlob;
      readonly model: ModelIdentity;
    }
  | { readonly type: 'RecordSubjectNotFound'; readonly transactionId: string; readonly model: ModelIdentity }
  | {
      readonly type: 'RecordMatteRefined';
      readonly transactionId: string;
      readonly improved: PipelineStep;
      readonly matte: ImageBlob;
      readonly refinement: EventData<'MatteRefined'>['refinement'];
    }
  | {
      readonly type: 'RecordJobFailed';
      readonly transactionId: string;
      readonly job: ImageJob['kind'];
      readonly errorCode: JobErrorCode;
    }
  | { readonly type: 'DeleteTransaction'; readonly transactionId: string; readonly requester: Requester }
  /** The caller has seen that the retention time is over. */
  | { readonly type: 'ExpireImage'; readonly transactionId: string };

function evolve(state: TransactionState, event: TransactionEvent): TransactionState {
  if (event.type === 'ImageUploaded') {
    const { owner, source, original } = event.data;
    return { status: 'pending', owner, source, original };
  }
  if (state.status === 'none') return state;
  const { owner, source, original } = state;
  const uploaded: Uploaded = { owner, source, original };
  switch (event.type) {
    case 'BackgroundRemoved':
      return { ...uploaded, status: 'uploaded', refinement: 'open' };
    case 'MatteRefined':
      return { ...uploaded, status: 'uploaded', refinement: 'done' };
    case 'MatteRefinementFailed':
      return { ...uploaded, status: 'uploaded', refinement: 'failed' };
    case 'SubjectNotFound':
      return { ...uploaded, status: 'failed', errorCode: 'subject_not_found' };
    case 'BackgroundRemovalFailed':
      return { ...uploaded, status: 'failed', errorCode: event.data.errorCode };
    case 'TransactionDeleted':
      return { ...uploaded, status: 'deleted' };
    case 'ImageExpired':
      return { ...uploaded, status: 'expired' };
  }
}

/**
 * A cut-out is still to come, or its job was given up on: a dead letter that is redriven may succeed after all. "No
 * subject" is an answer and not a failure, so it stands.
 */
function awaitsCutOut(state: TransactionState): boolean {
  return state.status === 'pending' || (state.status === 'failed' && state.errorCode !== 'subject_not_found');
}

function decideUpload(command: TransactionCommand & { type: 'UploadImage' }, state: TransactionState) {
  const { transactionId, owner, source, original } = command;
  if (state.status === 'none') {
    const data: EventData<'ImageUploaded'> = { transactionId, owner, source, original };
    return [{ type: 'ImageUploaded', data } as const];
  }
  const same = state.source === source && state.original.opId === original.opId && owns(owner, state.owner);
  if (!same) throw new CatalogueError('idempotency_key_reused');
  return [];
}

function decideJobFailed(command: TransactionCommand & { type: 'RecordJobFailed' }, state: TransactionState) {
  const { transactionId, errorCode } = command;
  if (command.job === 'remove-background') {
    if (state.status !== 'pending') return [];
    return [{ type: 'BackgroundRemovalFailed', data: { transactionId, errorCode } } as const];
  }
  if (state.status !== 'uploaded' || state.refinement !== 'open') return [];
  return [{ type: 'MatteRefinementFailed', data: { transactionId, errorCode } } as const];
}

function decide(command: TransactionCommand, state: TransactionState): readonly TransactionEvent[] {
  const { transactionId } = command;
  switch (command.type) {
    case 'UploadImage':
      return decideUpload(command, state);
    case 'RecordBackgroundRemoved': {
      if (!awaitsCutOut(state)) return [];
      const { resized, transformed, coarseMatte, model } = command;
      return [{ type: 'BackgroundRemoved', data: { transactionId, resized, transformed, coarseMatte, model } }];
    }
    case 'RecordSubjectNotFound':
      return awaitsCutOut(state) ? [{ type: 'SubjectNotFound', data: { transactionId, model: command.model } }] : [];
    case 'RecordMatteRefined': {
      if (state.status !== 'uploaded' || state.refinement === 'done') return [];
      const { improved, matte, refinement } = command;
      return [{ type: 'MatteRefined', data: { transactionId, improved, matte, refinement } }];
    }
    case 'RecordJobFailed':
      return decideJobFailed(command, state);
    case 'DeleteTransaction':
      if (state.status === 'none' || !owns(command.requester, state.owner)) {
        throw new CatalogueError('transaction_not_found');
      }
      return isGone(state) ? [] : [{ type: 'TransactionDeleted', data: { transactionId } }];
    case 'ExpireImage':
      return state.status === 'none' || isGone(state) ? [] : [{ type: 'ImageExpired', data: { transactionId } }];
  }
}

/** Deleted or expired: its blobs are gone or about to go, and nothing may add to them. */
export function isGone(state: TransactionState): boolean {
  return state.status === 'deleted' || state.status === 'expired';
}

const initialState: TransactionState = { status: 'none' };

export const transactionDecider: Decider<TransactionState, TransactionCommand, TransactionEvent> = {
  initialState,
  evolve,
  decide,
};
