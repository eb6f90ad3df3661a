import { MAX_BACKGROUNDS, MAX_CHANGES, MAX_OPERATIONS } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { AskedEdit } from '@clearcut/schemas/transaction/edit-events';
import {
  findOperation,
  hasOperation,
  isSameSettings,
  isUnedited,
  type MaskEdit,
  patched,
  sceneAt,
} from '@clearcut/schemas/transaction/edit-history';
import { MAX_MASKS_BYTES, MAX_MASKS_PIXELS } from '@clearcut/schemas/transaction/editing-http';
import type { ImageBlob, PipelineStep, TransactionEvent } from '@clearcut/schemas/transaction/events';
import {
  type Box,
  type SceneSettingsPatch,
  sceneSettingsPatchSchema,
  type StrokeMode,
} from '@clearcut/schemas/transaction/scene';
import { isSameSubject, type SubjectChoice } from '@clearcut/schemas/transaction/subject';
import type { Person } from '../../kernel/requester.ts';
import { editable, refuseChange } from './guards.ts';
import type { EventData, Picture, PictureDecision, TransactionState } from './picture.ts';

/** Ids derive from the client's key, which distinguishes repeats. */
interface Edit {
  readonly transactionId: string;
  readonly requester: Person;
  readonly opId: string;
}

interface Stroke extends Edit {
  readonly box: Box;
  readonly mask: ImageBlob;
}

interface Keyed {
  /** Recognises a repeat without an operation. Null without a key. */
  readonly requestId: string | null;
}

type KeyedEdit = Edit & Keyed;
type Remembered = Pick<KeyedEdit, 'transactionId' | 'requestId'>;

type RequestedEdit = AskedEdit | ({ readonly kind: 'mask' } & Pick<MaskEdit, 'mode' | 'box' | 'mask'>);

/**
 * Applies to the current head, whatever the client saw: concurrent editors lose no stroke.
 * @throws CatalogueError transaction_not_found, image_expired, image_not_ready, image_failed, mask_invalid,
 * operation_not_found, background_not_found, too_many_edits, too_many_backgrounds, idempotency_key_reused
 */
const byRequester =
  (requester: Person, decide: (picture: Picture) => readonly TransactionEvent[]): PictureDecision =>
  (state) =>
    decide(editable(state, requester).picture);

export const editMask = ({ transactionId, requester, opId, mode, box, mask }: Stroke & { mode: StrokeMode }) =>
  byRequester(requester, (picture) => {
    refuseMaskOutside(box, mask, picture.original);
    if (isRepeat(picture, opId, { kind: 'mask', mode, box, mask })) return [];
    refuseOneTooMany(picture);
    refuseMaskTooMuch(picture, mask);
    const parentId = picture.edits.headId;
    return [{ type: 'MaskEdited', data: { transactionId, opId, parentId, mode, box, mask } }];
  });

export const requestEdgeRefinement = ({ transactionId, requester, opId, box, mask }: Stroke) =>
  byRequester(requester, (picture) => {
    refuseMaskOutside(box, mask, picture.original);
    const before = picture.edgeRefinements[opId];
    if (before !== undefined && before.mask.sha256 !== mask.sha256) throw new CatalogueError('idempotency_key_reused');
    if (findOperation(picture.edits, opId) !== undefined) {
      if (before === undefined) throw new CatalogueError('idempotency_key_reused');
      return [];
    }
    if (before !== undefined && before.errorCode === null) return [];
    refuseOneTooMany(picture);
    refuseMaskTooMuch(picture, mask);
    return [{ type: 'EdgeRefinementRequested', data: { transactionId, opId, box, mask } }];
  });

export const editSettings = (edit: KeyedEdit & { readonly settings: SceneSettingsPatch }) =>
  byRequester(edit.requester, (picture) => {
    const { transactionId, opId, settings } = edit;
    const { edits, backgrounds } = picture;
    const asked = { kind: 'settings', settings } as const;
    const background = settings.background?.id;
    if (background !== undefined && background !== null && isOwn(background) && !(background in backgrounds)) {
      throw new CatalogueError('background_not_found');
    }
    if (isRepeat(picture, opId, asked)) return [];
    const { settings: before } = sceneAt(edits);
    if (isSameSettings(before, patched(before, settings))) return idle(edit, picture, asked);
    refuseOneTooMany(picture);
    return [{ type: 'SettingsEdited', data: { transactionId, opId, parentId: edits.headId, settings } }];
  });

export const resetEdits = (edit: KeyedEdit) =>
  byRequester(edit.requester, (picture) => {
    const { transactionId, opId } = edit;
    if (isRepeat(picture, opId, { kind: 'reset' })) return [];
    if (isUnedited(sceneAt(picture.edits))) return idle(edit, picture, { kind: 'reset' });
    refuseOneTooMany(picture);
    return [{ type: 'EditsReset', data: { transactionId, opId, parentId: picture.edits.headId } }];
  });

export const restoreOperation = (edit: KeyedEdit) =>
  byRequester(edit.requester, (picture) => {
    const { transactionId, opId, requestId } = edit;
    const asked = { kind: 'restore', opId } as const;
    if (!hasOperation(picture.edits, opId)) throw new CatalogueError('operation_not_found');
    if (isRepeat(picture, requestId, asked)) return [];
    if (opId === picture.edits.headId) return idle(edit, picture, asked);
    refuseChange(picture);
    return [{ type: 'OperationRestored', data: { transactionId, opId } }, ...remembered(edit, asked)];
  });

interface OwnBackground extends Omit<KeyedEdit, 'opId'> {
  readonly backgroundId: string;
  readonly image: ImageBlob;
}

export const addBackground = (edit: OwnBackground) =>
  byRequester(edit.requester, (picture) => {
    const { transactionId, backgroundId, image, requestId } = edit;
    const asked = { kind: 'background', backgroundId } as const;
    if (isRepeat(picture, requestId, asked)) return [];
    if (backgroundId in picture.backgrounds) return idle(edit, picture, asked);
    if (Object.keys(picture.backgrounds).length >= MAX_BACKGROUNDS) throw new CatalogueError('too_many_backgrounds');
    const added = { type: 'CustomBackgroundAdded', data: { transactionId, backgroundId, image } } as const;
    return [added, ...remembered(edit, asked)];
  });

/** Custom backgrounds have uuids, stock ones names. */
const isOwn = (background: string): boolean => /^[0-9a-f]{8}-/.test(background);

/** The mask has the box's size or a smaller one of the same shape, to within a pixel. */
function refuseMaskOutside(box: Box, mask: ImageBlob, { width, height }: PipelineStep): void {
  const isInside = box.x + box.width <= width && box.y + box.height <= height;
  const scale = Math.max(mask.width / box.width, mask.height / box.height);
  const fits =
    scale <= 1 && Math.abs(mask.width - box.width * scale) <= 1 && Math.abs(mask.height - box.height * scale) <= 1;
  if (!isInside || !fits) throw new CatalogueError('mask_invalid');
}

export const askedBefore = ({ edits, editRequests }: Picture, requestId: string): RequestedEdit | undefined =>
  findOperation(edits, requestId) ?? editRequests.find((one) => one.requestId === requestId)?.asked;

/** @throws CatalogueError idempotency_key_reused */
function isRepeat(picture: Picture, requestId: string | null, asked: RequestedEdit): boolean {
  const before = requestId === null ? undefined : askedBefore(picture, requestId);
  if (before === undefined) return false;
  if (wordsOf(before) !== wordsOf(asked)) throw new CatalogueError('idempotency_key_reused');
  return true;
}

/** On a final picture, repeats find what the first found. */
const idle = (edit: Remembered, { changes }: Picture, asked: AskedEdit): readonly TransactionEvent[] =>
  changes >= MAX_CHANGES ? [] : remembered(edit, asked);

const remembered = ({ transactionId, requestId }: Remembered, asked: AskedEdit): readonly TransactionEvent[] =>
  requestId === null ? [] : [{ type: 'EditRequested', data: { transactionId, requestId, asked } }];

/** Not for repeats; a full picture must be savable. */
function refuseOneTooMany(picture: Picture): void {
  refuseChange(picture);
  if (picture.edits.operations.length >= MAX_OPERATIONS) throw new CatalogueError('too_many_edits');
}

/** Stored and decoded size: a blank mask is small only in the former. */
function refuseMaskTooMuch({ edits }: Picture, mask: ImageBlob): void {
  const masks = [mask, ...edits.operations.flatMap((one) => (one.kind === 'mask' ? [one.mask] : []))];
  const bytes = masks.reduce((sum, one) => sum + one.bytes, 0);
  const pixels = masks.reduce((sum, { width, height }) => sum + width * height, 0);
  if (bytes > MAX_MASKS_BYTES || pixels > MAX_MASKS_PIXELS) throw new CatalogueError('too_many_edits');
}

/** In the parser's key order, whatever a database made of it. */
function wordsOf(asked: RequestedEdit): string {
  if (asked.kind === 'reset') return 'reset';
  if (asked.kind === 'restore') return `restore ${asked.opId}`;
  if (asked.kind === 'background') return `background ${asked.backgroundId}`;
  if (asked.kind === 'settings') return JSON.stringify(sceneSettingsPatchSchema.parse(asked.settings));
  const { mode, box, mask } = asked;
  return JSON.stringify([mode, box.x, box.y, box.width, box.height, mask.sha256]);
}

interface OfSubject {
  readonly subject: SubjectChoice;
}

/** The request, unless it is gone or has become an operation. */
function openRefinement(state: TransactionState, opId: string) {
  if (state?.phase.status !== 'uploaded' || findOperation(state.picture.edits, opId) !== undefined) return undefined;
  return state.picture.edgeRefinements[opId];
}

export const recordEdgeRefined =
  (result: OfSubject & Omit<EventData<'EdgeRefined'>, 'parentId'>): PictureDecision =>
  (state) => {
    const { transactionId, subject, opId, box, patch, refinement } = result;
    if (state === null || openRefinement(state, opId) === undefined) return [];
    const { picture } = state;
    if (!isSameSubject(subject, picture.subject)) return [];
    const parentId = picture.edits.headId;
    return [{ type: 'EdgeRefined', data: { transactionId, opId, parentId, box, patch, refinement } }];
  };

export const recordEdgeRefinementFailed =
  (data: EventData<'EdgeRefinementFailed'>): PictureDecision =>
  (state) =>
    openRefinement(state, data.opId)?.errorCode === null ? [{ type: 'EdgeRefinementFailed', data }] : [];

interface RenderedEdit extends OfSubject, EventData<'EditRendered'> {
  /** Source of the result; null from an older worker. */
  readonly cutOut: ImageBlob | null;
}

export const recordEditRendered =
  ({ transactionId, subject, opId, edited, cutOut, renderer }: RenderedEdit): PictureDecision =>
  (state) => {
    if (state?.phase.status !== 'uploaded' || state.phase.refinement === 'open') return [];
    const { picture } = state;
    if (!isSameSubject(subject, picture.subject)) return [];
    // The subject is not enough: a late refinement makes another cut-out of it.
    if (cutOut !== null && cutOut.blob !== state.phase.cutOut.blob) return [];
    if (!hasOperation(picture.edits, opId) || picture.rendered.includes(opId)) return [];
    return [{ type: 'EditRendered', data: { transactionId, opId, edited, renderer } }];
  };
