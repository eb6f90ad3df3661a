import type { JobErrorCode } from '@clearcut/schemas/errors';
import type { AskedEdit } from '@clearcut/schemas/transaction/edit-events';
import { emptyHistory, evolveHistory, type EditHistory } from '@clearcut/schemas/transaction/edit-history';
import type { ImageBlob, Owner, PipelineStep, TransactionEvent } from '@clearcut/schemas/transaction/events';
import { AUTO, type SubjectChoice } from '@clearcut/schemas/transaction/subject';
import { evolveExports, type Exports } from '../downloads/decide.ts';
import type { SaveRequest } from '../saves/requests.ts';
import { evolveSaves, type Save } from '../saves/decide.ts';

/** What is known of a picture whatever becomes of its cut-out. */
export interface Picture {
  readonly owner: Owner;
  readonly source: 'file' | 'url';
  readonly original: PipelineStep;
  /** The bulk upload that it came with. */
  readonly batchId: string | null;
  /** What is to be kept; results for another choice come too late. */
  readonly subject: SubjectChoice;
  readonly edits: EditHistory;
  /** Requests to edit that came under a key of the client's, and of which no operation tells. A list, as the operations are. */
  readonly editRequests: readonly { readonly requestId: string; readonly asked: AskedEdit }[];
  /** How much its people have done to it, of which MAX_CHANGES is the end: results are no more than was asked for. */
  readonly changes: number;
  /** Operations whose preview was made from the cut-out that there is now. */
  readonly rendered: readonly string[];
  /** The user's own pictures to put behind it, by their ids. */
  readonly backgrounds: Readonly<Record<string, ImageBlob>>;
  /** Attempts to save it in HD, oldest first. */
  readonly saves: readonly Save[];
  /** Requests to save that came under a key of the client's. */
  readonly saveRequests: readonly SaveRequest[];
  readonly exports: Exports;
}

/** One image job. `uploaded` is the status UPLOADED: the cut-out is there. `none`: there is no such transaction. */
export type TransactionState =
  | { readonly status: 'none' }
  | (Picture & { readonly status: 'pending' })
  | (Picture & {
      readonly status: 'uploaded';
      readonly refinement: 'open' | 'done' | 'failed';
      /** The best matte there is, and the preview of the cut-out without edits that was made with it. */
      readonly matte: ImageBlob;
      readonly cutOut: ImageBlob;
    })
  | (Picture & { readonly status: 'failed'; readonly errorCode: JobErrorCode | 'subject_not_found' })
  | (Picture & { readonly status: 'deleted' })
  | (Picture & { readonly status: 'expired' });

export const initialState: TransactionState = { status: 'none' };

/** Deleted or expired: its blobs are gone or about to go, and nothing may add to them. */
export function isGone(state: TransactionState): boolean {
  return state.status === 'deleted' || state.status === 'expired';
}

export function evolve(state: TransactionState, event: TransactionEvent): TransactionState {
  if (event.type === 'ImageUploaded') return { ...uploaded(event.data), status: 'pending' };
  if (state.status === 'none') return state;
  const picture = pictureOf(state);
  switch (event.type) {
    case 'ImageLinked':
      return { ...state, owner: event.data.owner };
    case 'SubjectChosen':
      return {
        ...picture,
        subject: event.data.subject,
        changes: picture.changes + 1,
        rendered: [],
        status: 'pending',
      };
    case 'BackgroundRemoved': {
      const { coarseMatte: matte, transformed: cutOut } = event.data;
      return { ...picture, rendered: [], status: 'uploaded', refinement: 'open', matte, cutOut };
    }
    case 'MatteRefined': {
      const { matte, improved: cutOut } = event.data;
      return { ...picture, rendered: [], status: 'uploaded', refinement: 'done', matte, cutOut };
    }
    case 'MatteRefinementFailed':
      return state.status === 'uploaded' ? { ...state, refinement: 'failed' } : state;
    case 'SubjectNotFound':
      return { ...picture, status: 'failed', errorCode: 'subject_not_found' };
    case 'BackgroundRemovalFailed':
      return { ...picture, status: 'failed', errorCode: event.data.errorCode };
    case 'MaskEdited':
    case 'SettingsEdited':
    case 'EditsReset':
    case 'OperationRestored':
      return { ...state, edits: evolveHistory(state.edits, event), changes: state.changes + 1 };
    case 'EditRequested':
      return { ...state, editRequests: [...state.editRequests, event.data], changes: state.changes + 1 };
    case 'CustomBackgroundAdded':
      return { ...state, backgrounds: { ...state.backgrounds, [event.data.backgroundId]: event.data.image } };
    case 'EditRendered':
      return { ...state, rendered: [...state.rendered, event.data.opId] };
    case 'HdSaveRequested':
      return { ...state, saveRequests: [...state.saveRequests, event.data], changes: state.changes + 1 };
    case 'HdSaveStarted':
    case 'HdSaveCompleted':
    case 'HdSaveFailed':
      return { ...state, saves: evolveSaves(state.saves, event) };
    case 'ExportRequested':
    case 'ExportMade':
    case 'ExportFailed':
      return { ...state, exports: evolveExports(state.exports, event) };
    case 'RegionsMapped':
      return state;
    case 'TransactionDeleted':
      return { ...picture, status: 'deleted' };
    case 'ImageExpired':
      return { ...picture, status: 'expired' };
  }
}

function uploaded(data: Extract<TransactionEvent, { type: 'ImageUploaded' }>['data']): Picture {
  const { owner, source, original, batchId } = data;
  const edits = emptyHistory(original.opId);
  return {
    owner,
    source,
    original,
    batchId,
    subject: AUTO,
    edits,
    editRequests: [],
    changes: 0,
    rendered: [],
    backgrounds: {},
    saves: [],
    saveRequests: [],
    exports: {},
  };
}

/** Without what belongs to one status alone. */
function pictureOf(state: Picture): Picture {
  const { owner, source, original, batchId, subject, edits, editRequests, changes, rendered } = state;
  const { backgrounds, saves, saveRequests, exports } = state;
  return {
    owner,
    source,
    original,
    batchId,
    subject,
    edits,
    editRequests,
    changes,
    rendered,
    backgrounds,
    saves,
    saveRequests,
    exports,
  };
}
