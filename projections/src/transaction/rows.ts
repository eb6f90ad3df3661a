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

/** The steps that are done, each with what it made. */
interface Pipeline {
  readonly original: PipelineStep;
  readonly resized?: PipelineStep;
  readonly transformed?: PipelineStep;
  readonly improved?: PipelineStep;
}

/** One attempt to save one state of a picture in HD. */
interface Save {
  readonly saveId: string;
  /** The operation that the saved state is the result of. */
  readonly opId: string;
  readonly pictureState: string;
  readonly status: 'started' | 'completed' | 'failed';
  /** The HD file, and when it was there; null before. */
  readonly file: PipelineStep | null;
  readonly savedAt: string | null;
}

/** The preview of the picture as an operation left it. */
interface RenderedEdit {
  readonly opId: string;
  readonly edited: PipelineStep;
}

/** A picture as the log tells it; times are those at which things happened, so that a rebuild gives the same row. */
export interface PictureRow {
  readonly id: string;
  /** Version of the stream of which this is the fold. */
  readonly version: number;
  readonly status: TransactionStatus;
  readonly owner: Owner;
  /** What was chosen to be kept. */
  readonly subject: SubjectChoice;
  /** The bulk upload that it came with. */
  readonly batchId: string | null;
  /** The picture that it is another cut-out of. */
  readonly forkedFrom: string | null;
  /** Name of the model that was chosen for it; null: whatever the installation uses. */
  readonly askedModel: string | null;
  /** What it was cut out with, or what saw no subject; null before. */
  readonly model: ModelIdentity | null;
  readonly pipeline: Pipeline;
  /** What HD files are cut out with, the refined one as soon as there is one; null while there is no cut-out. */
  readonly matte: ImageBlob | null;
  /** Whether `matte` will still become better; null while there is no cut-out. */
  readonly refinement: 'open' | 'done' | 'failed' | null;
  /** The cut-out is what was most likely meant: the model saw no subject for certain. */
  readonly isGuess: boolean;
  /** Which pixels of the preview belong together. */
  readonly regions: ImageBlob | null;
  readonly edits: EditHistory;
  /** Previews of operations, made from the cut-out that there is now. */
  readonly rendered: readonly RenderedEdit[];
  /** The user's own pictures to put behind it, by their ids. */
  readonly backgrounds: Readonly<Record<string, ImageBlob>>;
  /** Oldest first. */
  readonly saves: readonly Save[];
  /** A code of the error catalogue when the status is UPLOAD_ERROR. */
  readonly errorCode: string | null;
  /** Until when its owner had it kept beyond its time, by the grant to support that says so. */
  readonly holds: Readonly<Record<string, string>>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deletedAt: Date | null;
  readonly expiredAt: Date | null;
}

/**
 * The state after `recorded`. An event that the state already contains changes nothing: a projector that was killed
 * between two attempts, or a rebuild that meets the live position, may show it again.
 * @throws Error when an event of the stream is missing: going on would make the loss permanent.
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
  // Of two commands at once the one that began first may be the second to take effect. A client that compares two views by their
  // moment must not take the later one for the older.
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
    askedModel: type === 'ImageForked' ? data.askedModel : null,
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
      // What was made for the choice before is not what was asked for. Edits stay, and so do files that were paid for.
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
        // Of a try before this one: what was given up on may be done again.
        errorCode: null,
      };
    case 'MatteRefined': {
      const { improved, matte } = event.data;
      return { pipeline: { ...pipeline, improved }, matte, refinement: 'done', rendered: [] };
    }
    case 'MatteRefinementFailed':
      // The unrefined cut-out stays good.
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
      const save: Save = { saveId, opId, pictureState, status: 'started', file: null, savedAt: null };
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
      // Kept by the log alone: the request that asks for one hears of it by the version.
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

function saved({ saves }: PictureRow, saveId: string, end: Partial<Save>): Partial<PictureRow> {
  return { saves: saves.map((save) => (save.saveId === saveId ? { ...save, ...end } : save)) };
}

/** The state after its owner let support look at the picture, or does so no more. Doing it again changes nothing. */
export function evolveHolds(state: PictureRow, { type, data }: SupportAccessEvent): PictureRow {
  if (type === 'SupportAccessGranted') {
    if (data.holdUntil === null) return state;
    return { ...state, holds: { ...state.holds, [data.grantId]: data.holdUntil } };
  }
  if (type !== 'SupportAccessWithdrawn' || !(data.grantId in state.holds)) return state;
  const { [data.grantId]: _ended, ...holds } = state.holds;
  return { ...state, holds };
}

/** Until when a picture is kept beyond its time; null where it is not. */
export function holdUntilOf({ holds }: Pick<PictureRow, 'holds'>): Date | null {
  const times = Object.values(holds).map((until) => Date.parse(until));
  return times.length === 0 ? null : new Date(Math.max(...times));
}
