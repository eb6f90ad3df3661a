import type { JobErrorCode } from '@clearcut/schemas/errors';
import { emptyHistory } from '@clearcut/schemas/transaction/edit-history';
import {
  beginsPicture,
  type ImageBlob,
  type Owner,
  type PictureBegun,
  type PipelineStep,
  type TransactionEvent,
} from '@clearcut/schemas/transaction/events';
import { AUTO, type SubjectChoice } from '@clearcut/schemas/transaction/subject';
import type { Aggregate, Decision } from '../../kernel/aggregate.ts';
import { evolveEdits, type Edits } from './edits-state.ts';
import { evolveExports, type Exports } from './exports-state.ts';
import { evolveSaves, type Save, type SaveRequest } from './saves-state.ts';

export interface Picture extends Edits {
  readonly owner: Owner;
  /** Null for a fork. */
  readonly source: 'file' | 'url' | null;
  /** `uploadedAt`: of the picture that it was forked from, whose age it has. */
  readonly forked: { readonly from: string; readonly askedModel: string | null; readonly uploadedAt: string } | null;
  readonly original: PipelineStep;
  readonly batchId: string | null;
  /** Current choice; results for another one are ignored. */
  readonly subject: SubjectChoice;
  /** Oldest first. */
  readonly saves: readonly Save[];
  readonly saveRequests: readonly SaveRequest[];
  readonly exports: Exports;
}

/** UPLOADED in the API: the cut-out exists. */
export interface UploadedPhase {
  readonly status: 'uploaded';
  readonly refinement: 'open' | 'done' | 'failed';
  /** Best matte so far, and the unedited preview made with it. */
  readonly matte: ImageBlob;
  readonly cutOut: ImageBlob;
  /** A paid save needs confirmation until one was made. */
  readonly isUnconfirmedGuess: boolean;
}

type Phase =
  | { readonly status: 'pending' }
  | UploadedPhase
  | { readonly status: 'failed'; readonly errorCode: JobErrorCode | 'subject_not_found' }
  | { readonly status: 'deleted' }
  | { readonly status: 'expired' };

/** Null before the upload. */
export type TransactionState = KnownPicture | null;

export interface KnownPicture {
  readonly picture: Picture;
  readonly phase: Phase;
}

/** Neither deleted nor expired. */
export interface LivePicture {
  readonly picture: Picture;
  readonly phase: Exclude<Phase, { readonly status: 'deleted' | 'expired' }>;
}

/** Deleted or expired: blobs are being removed, and nothing may add to them. */
export const isGone = (state: TransactionState): boolean =>
  state?.phase.status === 'deleted' || state?.phase.status === 'expired';

export type PictureDecision = Decision<TransactionState, TransactionEvent>;
export type EventData<Type extends TransactionEvent['type']> = Extract<TransactionEvent, { type: Type }>['data'];

export function evolve(state: TransactionState, event: TransactionEvent): TransactionState {
  if (beginsPicture(event)) return { picture: begun(event), phase: { status: 'pending' } };
  if (state === null) return null;
  const { picture, phase } = state;
  return { picture: { ...picture, ...pictureAfter(event, picture) }, phase: phaseAfter(event, phase) };
}

export const pictureAggregate: Aggregate<TransactionState, TransactionEvent> = { initialState: null, evolve };

type LaterEvent = Exclude<TransactionEvent, PictureBegun>;

function pictureAfter(event: LaterEvent, picture: Picture): Partial<Picture> {
  switch (event.type) {
    case 'ImageLinked':
      return { owner: event.data.owner };
    case 'SubjectChosen':
      return { subject: event.data.subject, changes: picture.changes + 1, rendered: [] };
    case 'BackgroundRemoved':
    case 'MatteRefined':
      // Earlier previews show the previous cut-out.
      return { rendered: [] };
    case 'MaskEdited':
    case 'EdgeRefinementRequested':
    case 'EdgeRefined':
    case 'EdgeRefinementFailed':
    case 'SettingsEdited':
    case 'EditsReset':
    case 'OperationRestored':
    case 'EditRequested':
    case 'CustomBackgroundAdded':
    case 'EditRendered':
      return evolveEdits(picture, event);
    case 'HdSaveRequested':
      return { saveRequests: [...picture.saveRequests, event.data], changes: picture.changes + 1 };
    case 'HdSaveStarted':
    case 'HdSaveCompleted':
    case 'HdSaveFailed':
      return { saves: evolveSaves(picture.saves, event) };
    case 'ExportRequested':
    case 'ExportMade':
    case 'ExportFailed':
      return { exports: evolveExports(picture.exports, event) };
    case 'MatteRefinementFailed':
    case 'SubjectNotFound':
    case 'BackgroundRemovalFailed':
    case 'RegionsMapped':
    case 'TransactionDeleted':
    case 'ImageExpired':
      return {};
  }
}

function phaseAfter(event: LaterEvent, phase: Phase): Phase {
  switch (event.type) {
    case 'SubjectChosen':
      return { status: 'pending' };
    case 'BackgroundRemoved': {
      const { coarseMatte: matte, transformed: cutOut, isGuess: isUnconfirmedGuess } = event.data;
      return { status: 'uploaded', refinement: 'open', matte, cutOut, isUnconfirmedGuess };
    }
    case 'MatteRefined': {
      const { matte, improved: cutOut } = event.data;
      return phase.status === 'uploaded' ? { ...phase, refinement: 'done', matte, cutOut } : phase;
    }
    case 'MatteRefinementFailed':
      return phase.status === 'uploaded' ? { ...phase, refinement: 'failed' } : phase;
    case 'HdSaveStarted':
      return phase.status === 'uploaded' && event.data.credits > 0 ? { ...phase, isUnconfirmedGuess: false } : phase;
    case 'SubjectNotFound':
      return { status: 'failed', errorCode: 'subject_not_found' };
    case 'BackgroundRemovalFailed':
      return { status: 'failed', errorCode: event.data.errorCode };
    case 'TransactionDeleted':
      return { status: 'deleted' };
    case 'ImageExpired':
      return { status: 'expired' };
    case 'ImageLinked':
    case 'RegionsMapped':
    case 'MaskEdited':
    case 'EdgeRefinementRequested':
    case 'EdgeRefined':
    case 'EdgeRefinementFailed':
    case 'SettingsEdited':
    case 'EditsReset':
    case 'OperationRestored':
    case 'EditRequested':
    case 'CustomBackgroundAdded':
    case 'EditRendered':
    case 'HdSaveRequested':
    case 'HdSaveCompleted':
    case 'HdSaveFailed':
    case 'ExportRequested':
    case 'ExportMade':
    case 'ExportFailed':
      return phase;
  }
}

function begun({ type, data }: PictureBegun): Picture {
  const { owner, original } = data;
  return {
    owner,
    ...(type === 'ImageForked'
      ? {
          source: null,
          forked: { from: data.from, askedModel: data.askedModel, uploadedAt: data.uploadedAt },
          batchId: null,
        }
      : { source: data.source, forked: null, batchId: data.batchId }),
    original,
    subject: AUTO,
    edits: emptyHistory(original.opId),
    editRequests: [],
    changes: 0,
    edgeRefinements: {},
    rendered: [],
    backgrounds: {},
    saves: [],
    saveRequests: [],
    exports: {},
  };
}
