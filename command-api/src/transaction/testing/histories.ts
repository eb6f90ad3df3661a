/** Builders for specs: a picture, its people and its events. */
import { createHash } from 'node:crypto';
import { MAX_CHANGES } from '@clearcut/schemas/constants';
import type { ImageBlob, PipelineStep, TransactionEvent, UserOwner } from '@clearcut/schemas/transaction/events';
import type { SceneSettingsPatch } from '@clearcut/schemas/transaction/scene';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { AUTO } from '@clearcut/schemas/transaction/subject';
import type { Member } from '../../kernel/requester.ts';
import { editMask, editSettings } from '../domain/edit.ts';
import { pictureAggregate, type PictureDecision, type TransactionState } from '../domain/picture.ts';
import type { Ingredients } from '../domain/picture-state.ts';

const { evolve, initialState } = pictureAggregate;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export function uuidOf(word: string): string {
  const hex = sha256(word);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const given = (...events: readonly TransactionEvent[]): TransactionState => events.reduce(evolve, initialState);

export function ingredientsOf(state: TransactionState): Ingredients {
  if (state?.phase.status !== 'uploaded') throw new Error('There is no cut-out');
  return { ...state.picture, matte: state.phase.matte };
}

export const when = (decide: PictureDecision, ...events: readonly TransactionEvent[]): readonly TransactionEvent[] =>
  decide(given(...events), new Date(0));

export const transactionId = uuidOf('picture');

export const blob = (name: string, width = 40, height = 30): ImageBlob => ({
  blob: `transaction/${transactionId}/${name}`,
  sha256: sha256(name),
  bytes: 1_000,
  mediaType: 'image/png',
  width,
  height,
});
export const step = (name: string): PipelineStep => ({ ...blob(name), opId: uuidOf(name) });

export const owner: UserOwner = {
  kind: 'user',
  userId: uuidOf('user'),
  teamId: uuidOf('team'),
  sessionId: uuidOf('session'),
};
export const requester: Member = {
  kind: 'user',
  userId: owner.userId,
  teamId: owner.teamId,
  role: 'limited',
  permissions: ['editor'],
  mayDeleteOwnAccount: false,
  isStaff: false,
  staffRoles: [],
  hasSecondFactor: false,
};
export const stranger: Member = { ...requester, userId: uuidOf('stranger') };

export const uploaded = {
  type: 'ImageUploaded',
  data: { transactionId, owner, source: 'file', original: step('original'), batchId: null, askedModel: null },
} as const satisfies TransactionEvent;
export const removed = {
  type: 'BackgroundRemoved',
  data: {
    transactionId,
    resized: step('resized'),
    transformed: step('transformed'),
    coarseMatte: blob('coarse-matte'),
    model: { name: 'clearcut-1', version: '1', sha256: sha256('model') },
    isGuess: false,
    renderer: { name: 'clearcut-scene', version: 2 },
  },
} as const satisfies TransactionEvent;
export const refined = {
  type: 'MatteRefined',
  data: {
    transactionId,
    improved: step('improved'),
    matte: blob('matte'),
    refinement: { method: 'guided', version: 1 },
    renderer: { name: 'clearcut-scene', version: 2 },
    model: null,
  },
} as const satisfies TransactionEvent;
export const mapped = { segmentation: { method: 'graph', version: 1 } };
export const notFound = {
  type: 'SubjectNotFound',
  data: { transactionId, model: removed.data.model },
} as const satisfies TransactionEvent;
export const chosen = {
  type: 'SubjectChosen',
  data: { transactionId, subject: { kind: 'point', x: 3, y: 2 } },
} as const satisfies TransactionEvent;
export const deleted: TransactionEvent = { type: 'TransactionDeleted', data: { transactionId } };
export const expired: TransactionEvent = { type: 'ImageExpired', data: { transactionId } };

export const cutOut: readonly TransactionEvent[] = [uploaded, removed, refined];

const box = { x: 10, y: 5, width: 20, height: 10 };

/** Overrides of the usual requester without a key. */
export interface By {
  readonly requester?: Member;
  readonly requestId?: string;
}

export const strokeOf = (name: string) => ({
  transactionId,
  requester,
  opId: uuidOf(name),
  mode: 'erase' as const,
  box,
  mask: blob(name, 20, 10),
});
export const stroke = (name: string, other: Partial<Parameters<typeof editMask>[0]> = {}) =>
  editMask({ ...strokeOf(name), ...other });

export const stroked = (name: string, parent = 'original') =>
  ({
    type: 'MaskEdited',
    data: {
      transactionId,
      opId: uuidOf(name),
      parentId: uuidOf(parent),
      mode: 'erase',
      box,
      mask: blob(name, 20, 10),
    },
  }) as const satisfies TransactionEvent;

export const RED: SceneSettingsPatch = { background: { ...TRANSPARENT, color: '#ff0000' } };

export const colour = (name: string, settings: SceneSettingsPatch = RED, other: By = {}) =>
  editSettings({ transactionId, requester, opId: uuidOf(name), requestId: null, settings, ...other });

export const coloured = (name: string, parent = 'original', settings: SceneSettingsPatch = RED) =>
  ({
    type: 'SettingsEdited',
    data: { transactionId, opId: uuidOf(name), parentId: uuidOf(parent), settings },
  }) as const satisfies TransactionEvent;

export const restored = (name: string): TransactionEvent => ({
  type: 'OperationRestored',
  data: { transactionId, opId: uuidOf(name) },
});

export const atEditLimit: readonly TransactionEvent[] = [
  ...cutOut,
  stroked('a'),
  ...Array.from({ length: MAX_CHANGES - 1 }, (_, n) => restored(n % 2 === 0 ? 'original' : 'a')),
];

export const subject = AUTO;
