import { IMAGE_RETENTION_MS } from '@clearcut/schemas/constants';
import { errorCatalogue, type ErrorCode } from '@clearcut/schemas/errors';
import { redoTarget, sceneAt, undoTarget } from '@clearcut/schemas/transaction/edit-history';
import type { EditsView } from '@clearcut/schemas/transaction/editing-http';
import type { ImageBlob, PipelineStep } from '@clearcut/schemas/transaction/events';
import type { PipelineView, TransactionView } from '@clearcut/schemas/transaction/http';
import type { SaveView } from '@clearcut/schemas/transaction/saves-http';
import type { TransactionRow } from '@clearcut/projections/transaction/queries';
import { pictureStateOf } from '../domain/picture-state.ts';

const STEPS = ['original', 'resized', 'transformed', 'improved'] as const;
const FALLBACK_NAME = 'image';

export const nameOf = (row: Pick<TransactionRow, 'originalFileName'>): string => row.originalFileName ?? FALLBACK_NAME;

const expiryOf = ({ createdAt, holdUntil }: Pick<TransactionRow, 'createdAt' | 'holdUntil'>): Date =>
  new Date(Math.max(createdAt.getTime() + IMAGE_RETENTION_MS, holdUntil?.getTime() ?? 0));

export const expiredBefore = (now: Date): Date => new Date(now.getTime() - IMAGE_RETENTION_MS);

export const isExpired = (row: TransactionRow, now: Date): boolean => row.expiredAt !== null || expiryOf(row) <= now;

export const editedPreviewOf = ({ edits, rendered }: TransactionRow): PipelineStep | undefined =>
  rendered.findLast(({ opId }) => opId === edits.headId)?.edited;

export type CompletedSave = TransactionRow['saves'][number] & {
  readonly file: PipelineStep;
  readonly savedAt: string;
};

/** Oldest first. */
export const completedSavesOf = ({ saves }: TransactionRow): CompletedSave[] =>
  saves.filter((save): save is CompletedSave => save.file !== null && save.savedAt !== null);

/** The current state's, otherwise the newest: after an undo, the newest would be wrong. */
export function shownSaveOf(row: TransactionRow): (CompletedSave & { readonly isCurrent: boolean }) | undefined {
  const completed = completedSavesOf(row);
  const newest = completed.at(-1);
  if (newest === undefined) return undefined;
  const now = hasMatte(row) ? currentStateOf(row) : null;
  const current = completed.find(({ pictureState }) => pictureState === now);
  return { ...(current ?? newest), isCurrent: current !== undefined };
}

export function viewOf(row: TransactionRow): TransactionView {
  const { original } = row.pipeline;
  const save = shownSaveOf(row);
  return {
    id: row.id,
    status: row.status,
    originalFileName: nameOf(row),
    pipeline: pipelineOf(row, save?.file),
    settings: sceneAt(row.edits).settings,
    edits: editsOf(row),
    customBackgrounds: Object.keys(row.backgrounds).map((id) => ({ id, path: backgroundPath(id) })),
    save: save === undefined ? null : saveViewOf(save),
    batchId: row.batchId,
    forkOf: row.forkOf,
    forks: [...row.forks],
    isBySupport: row.forkedFrom !== null && row.askedModel !== null,
    betterModel: row.status === 'PENDING' || row.createdAt <= expiredBefore(new Date()) ? null : row.betterModel,
    subject: row.subject,
    isGuess: row.isGuess,
    error: row.status === 'UPLOAD_ERROR' ? errorOf(row.errorCode) : null,
    session_id: row.owner.sessionId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    expiresAt: expiryOf(row).toISOString(),
    width: original.width,
    height: original.height,
  };
}

export const backgroundPath = (id: string): string => `/api/transaction/background/image/${id}`;

function pipelineOf(row: TransactionRow, saved: PipelineStep | undefined): PipelineView {
  const steps = STEPS.flatMap((name) => stepOf(name, row.pipeline[name]));
  return {
    original: { id: row.pipeline.original.opId },
    ...Object.fromEntries([...steps, ...stepOf('edited', saved), ...stepOf('edited:low', editedPreviewOf(row))]),
  };
}

const stepOf = (name: string, step: PipelineStep | undefined): [string, { id: string }][] =>
  step === undefined ? [] : [[name, { id: step.opId }]];

function editsOf({ edits }: TransactionRow): EditsView {
  return {
    headId: edits.headId,
    undoId: undoTarget(edits),
    redoId: redoTarget(edits),
    masks: sceneAt(edits).masks.map(({ opId, mode, box }) => ({ opId, mode, box })),
  };
}

function saveViewOf({ saveId, opId, savedAt, file, isCurrent }: CompletedSave & { isCurrent: boolean }): SaveView {
  return { saveId, opId, savedAt, width: file.width, height: file.height, bytes: file.bytes, isCurrent };
}

const hasMatte = (row: TransactionRow): row is TransactionRow & { matte: ImageBlob } => row.matte !== null;

const currentStateOf = ({ pipeline, matte, edits, backgrounds }: TransactionRow & { matte: ImageBlob }): string =>
  pictureStateOf({ original: pipeline.original, matte, edits, backgrounds });

function errorOf(code: string | null): TransactionView['error'] {
  const known: ErrorCode = code !== null && code in errorCatalogue ? (code as ErrorCode) : 'background_removal_failed';
  return { errorCode: known, message: errorCatalogue[known].message };
}
