import { emptyHistory, evolveHistory, type EditHistory } from '@clearcut/schemas/transaction/edit-history';
import type { SupportAccessEvent } from '@clearcut/schemas/support/access-events';
import {
  beginsPicture,
  type ImageBlob,
  type ModelIdentity,
  type Owner,
  type PictureBegun,
  type PipelineStep,
  type TransactionEvent,
  uploadedAtOf,
} from '@clearcut/schemas/transaction/events';
import type { TransactionStatus } from '@clearcut/schemas/transaction/http';
import { AUTO, type SubjectChoice } from '@clearcut/schemas/transaction/subject';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import { isNext } from '../read-model.ts';

interface Pipeline {
  readonly original: PipelineStep;
  readonly resized?: PipelineStep;
  readonly transformed?: PipelineStep;
  readonly improved?: PipelineStep;
}

interface SaveRow {
  readonly saveId: string;
  readonly opId: string;
  readonly pictureState: string;
  readonly status: 'started' | 'completed' | 'failed';
  /** Null before it is made. */
  readonly file: PipelineStep | null;
  readonly savedAt: string | null;
}

interface RenderedEdit {
  readonly opId: string;
  readonly edited: PipelineStep;
}

/** Times come from events, so a rebuild gives the same row. */
export interface PictureRow {
  readonly id: string;
  /** Stream version of the fold. */
  readonly version: number;
  readonly status: TransactionStatus;
  readonly owner: Owner;
  readonly subject: SubjectChoice;
  readonly batchId: string | null;
  readonly forkedFrom: string | null;
  /** Null: the installation's own. */
  readonly askedModel: string | null;
  /** Null before the cut-out. */
  readonly model: ModelIdentity | null;
  readonly pipeline: Pipeline;
  /** The refined matte once there is one; null before the cut-out. */
  readonly matte: ImageBlob | null;
  /** Null before the cut-out. */
  readonly refinement: 'open' | 'done' | 'failed' | null;
  /** The model was unsure. */
  readonly isGuess: boolean;
  readonly regions: ImageBlob | null;
  readonly edits: EditHistory;
  /** Made from the current cut-out. */
  readonly rendered: readonly RenderedEdit[];
  /** By id. */
  readonly backgrounds: Readonly<Record<string, ImageBlob>>;
  /** Oldest first. */
  readonly saves: readonly SaveRow[];
  /** Set with UPLOAD_ERROR. */
  readonly errorCode: string | null;
  /** By grant. */
  readonly holds: Readonly<Record<string, string>>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deletedAt: Date | null;
  readonly expiredAt: Date | null;
}

/**
 * Ignores events applied already.
 * @throws Error for a gap: continuing would make the loss permanent
 */
export function evolve(
  state: PictureRow | undefined,
  recorded: RecordedEvent<TransactionEvent>,
): PictureRow | undefined {
  if (!isNext(recorded, state?.version ?? 0)) return state;
  const { event } = recorded;
  const at = new Date(recorded.metadata.occurredAt);
  if (state === undefined) {
    if (beginsPicture(event)) return begun(event, at);
    throw new Error(`${recorded.stream} begins with ${event.type}`);
  }
  // Concurrent commands may take effect out of order.
  const updatedAt = at > state.updatedAt ? at : state.updatedAt;
  return { ...state, ...change(event, state, at), version: recorded.version, updatedAt };
}

function begun(event: PictureBegun, at: Date): PictureRow {
  const { type, data } = event;
  return {
    id: data.transactionId,
    version: 1,
    status: 'PENDING',
    owner: data.owner,
    subject: AUTO,
    batchId: type === 'ImageUploaded' ? data.batchId : null,
    forkedFrom: type === 'ImageForked' ? data.from : null,
    askedModel: data.askedModel,
    model: null,
    pipeline: { original: data.original },
    matte: null,
    refinement: null,
    isGuess: false,
    regions: null,
    edits: emptyHistory(data.original.opId),
    rendered: [],
    backgrounds: {},
    saves: [],
    errorCode: null,
    holds: {},
    createdAt: new Date(uploadedAtOf(event, at.toISOString())),
    updatedAt: at,
    deletedAt: null,
    expiredAt: null,
  };
}

function change(event: TransactionEvent, before: PictureRow, at: Date): Partial<PictureRow> {
  const { pipeline } = before;
  switch (event.type) {
    case 'ImageUploaded':
    case 'ImageForked':
      throw new Error('A picture begins once');
    case 'ImageLinked':
      return { owner: event.data.owner };
    case 'SubjectChosen':
      // Edits and paid files stay.
      return {
        status: 'PENDING',
        subject: event.data.subject,
        model: null,
        pipeline: { original: pipeline.original },
        matte: null,
        refinement: null,
        isGuess: false,
        rendered: [],
        errorCode: null,
      };
    case 'BackgroundRemoved':
      return {
        status: 'UPLOADED',
        pipeline: { ...pipeline, resized: event.data.resized, transformed: event.data.transformed },
        matte: event.data.coarseMatte,
        refinement: 'open',
        model: event.data.model,
        isGuess: event.data.isGuess,
        errorCode: null,
      };
    case 'MatteRefined': {
      const { improved, matte } = event.data;
      return { pipeline: { ...pipeline, improved }, matte, refinement: 'done', rendered: [] };
    }
    case 'MatteRefinementFailed':
      return { refinement: 'failed' };
    case 'RegionsMapped':
      return { regions: event.data.regions };
    case 'MaskEdited':
    case 'EdgeRefined':
    case 'SettingsEdited':
    case 'EditsReset':
    case 'OperationRestored':
      return { edits: evolveHistory(before.edits, event) };
    case 'CustomBackgroundAdded':
      return { backgrounds: { ...before.backgrounds, [event.data.backgroundId]: event.data.image } };
    case 'EditRendered':
      return { rendered: [...before.rendered, { opId: event.data.opId, edited: event.data.edited }] };
    case 'HdSaveStarted': {
      const { saveId, opId, pictureState } = event.data;
      const save: SaveRow = { saveId, opId, pictureState, status: 'started', file: null, savedAt: null };
      return { saves: [...before.saves, save] };
    }
    case 'HdSaveCompleted':
      return saved(before, event.data.saveId, {
        status: 'completed',
        file: event.data.file,
        savedAt: at.toISOString(),
      });
    case 'HdSaveFailed':
      return saved(before, event.data.saveId, { status: 'failed' });
    case 'EdgeRefinementRequested':
    case 'EdgeRefinementFailed':
    case 'EditRequested':
    case 'HdSaveRequested':
    case 'ExportRequested':
    case 'ExportMade':
    case 'ExportFailed':
      return {};
    case 'SubjectNotFound':
      return { status: 'UPLOAD_ERROR', errorCode: 'subject_not_found', model: event.data.model };
    case 'BackgroundRemovalFailed':
      return { status: 'UPLOAD_ERROR', errorCode: event.data.errorCode };
    case 'TransactionDeleted':
      return { deletedAt: at };
    case 'ImageExpired':
      return { expiredAt: at };
  }
}

function saved({ saves }: PictureRow, saveId: string, end: Partial<SaveRow>): Partial<PictureRow> {
  return { saves: saves.map((save) => (save.saveId === saveId ? { ...save, ...end } : save)) };
}

/** Idempotent. */
export function evolveHolds(state: PictureRow, { type, data }: SupportAccessEvent): PictureRow {
  if (type === 'SupportAccessGranted') {
    if (data.holdUntil === null) return state;
    return { ...state, holds: { ...state.holds, [data.grantId]: data.holdUntil } };
  }
  if (type !== 'SupportAccessWithdrawn' || !(data.grantId in state.holds)) return state;
  const { [data.grantId]: _ended, ...holds } = state.holds;
  return { ...state, holds };
}

/** Null without a hold. */
export function holdUntilOf({ holds }: Pick<PictureRow, 'holds'>): Date | null {
  const times = Object.values(holds).map((until) => Date.parse(until));
  return times.length === 0 ? null : new Date(Math.max(...times));
}
