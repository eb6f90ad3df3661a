/** Test builders: events of pictures as a store returns them. */
import { createHash } from 'node:crypto';
import type { EventMetadata } from '@clearcut/schemas/event-metadata';
import type { ImageBlob, PipelineStep, TransactionEvent } from '@clearcut/schemas/transaction/events';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import type { RecordedEvent, StreamName } from '@clearcut/platform/event-store/port';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Deterministic. */
export function uuidOf(...words: readonly (string | number)[]): string {
  const hex = sha256(words.join('/'));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const streamOf = (transactionId: string): StreamName => `transaction-${transactionId}`;

export function blob(transactionId: string, name: string): ImageBlob {
  return {
    blob: `transaction/${transactionId}/${name}`,
    sha256: sha256(`${transactionId}/${name}`),
    bytes: 1_000,
    mediaType: 'image/png',
    width: 500,
    height: 400,
  };
}

export const step = (transactionId: string, name: string): PipelineStep => ({
  opId: uuidOf(transactionId, name),
  ...blob(transactionId, name),
});

export const opOf = (transactionId: string, edit: 'mask' | 'settings' | 'reset'): string => uuidOf(transactionId, edit);

const model = { name: 'clearcut-1', version: '1', sha256: sha256('model') };

export const owner = { kind: 'anonymous', clientKey: sha256('client'), sessionId: uuidOf('session') } as const;

export const userOwner = {
  kind: 'user',
  userId: uuidOf('user'),
  teamId: uuidOf('team'),
  sessionId: uuidOf('session'),
} as const;

type EventOf<Type extends TransactionEvent['type']> = Extract<TransactionEvent, { type: Type }>;

export const examples = {
  ImageUploaded: (transactionId: string): EventOf<'ImageUploaded'> => ({
    type: 'ImageUploaded',
    data: {
      transactionId,
      owner,
      source: 'file',
      original: step(transactionId, 'original'),
      batchId: null,
      askedModel: null,
    },
  }),
  ImageForked: (transactionId: string): EventOf<'ImageForked'> => ({
    type: 'ImageForked',
    data: {
      transactionId,
      from: uuidOf(transactionId, 'from'),
      owner,
      original: step(transactionId, 'original'),
      uploadedAt: minuteOf(0).toISOString(),
      askedModel: 'other',
      by: 'owner',
    },
  }),
  ImageLinked: (transactionId: string): EventOf<'ImageLinked'> => ({
    type: 'ImageLinked',
    data: { transactionId, owner: userOwner },
  }),
  SubjectChosen: (transactionId: string): EventOf<'SubjectChosen'> => ({
    type: 'SubjectChosen',
    data: { transactionId, subject: { kind: 'point', x: 250, y: 200 } },
  }),
  BackgroundRemoved: (transactionId: string): EventOf<'BackgroundRemoved'> => ({
    type: 'BackgroundRemoved',
    data: {
      transactionId,
      resized: step(transactionId, 'resized'),
      transformed: step(transactionId, 'transformed'),
      coarseMatte: blob(transactionId, 'coarse-matte'),
      model,
      isGuess: false,
      renderer: { name: 'test', version: 1 },
    },
  }),
  MatteRefined: (transactionId: string): EventOf<'MatteRefined'> => ({
    type: 'MatteRefined',
    data: {
      transactionId,
      improved: step(transactionId, 'improved'),
      matte: blob(transactionId, 'matte'),
      refinement: { method: 'test', version: 1 },
      renderer: { name: 'test', version: 1 },
      model: null,
    },
  }),
  MatteRefinementFailed: (transactionId: string): EventOf<'MatteRefinementFailed'> => ({
    type: 'MatteRefinementFailed',
    data: { transactionId, errorCode: 'background_removal_failed' },
  }),
  SubjectNotFound: (transactionId: string): EventOf<'SubjectNotFound'> => ({
    type: 'SubjectNotFound',
    data: { transactionId, model },
  }),
  BackgroundRemovalFailed: (transactionId: string): EventOf<'BackgroundRemovalFailed'> => ({
    type: 'BackgroundRemovalFailed',
    data: { transactionId, errorCode: 'image_unreadable' },
  }),
  MaskEdited: (transactionId: string): EventOf<'MaskEdited'> => ({
    type: 'MaskEdited',
    data: {
      transactionId,
      opId: opOf(transactionId, 'mask'),
      parentId: step(transactionId, 'original').opId,
      mode: 'erase',
      box: { x: 10, y: 20, width: 30, height: 40 },
      mask: blob(transactionId, 'mask'),
    },
  }),
  EdgeRefinementRequested: (transactionId: string): EventOf<'EdgeRefinementRequested'> => ({
    type: 'EdgeRefinementRequested',
    data: {
      transactionId,
      opId: uuidOf(transactionId, 'edge'),
      box: { x: 10, y: 20, width: 30, height: 40 },
      mask: blob(transactionId, 'mask'),
    },
  }),
  EdgeRefined: (transactionId: string): EventOf<'EdgeRefined'> => ({
    type: 'EdgeRefined',
    data: {
      transactionId,
      opId: uuidOf(transactionId, 'edge'),
      parentId: step(transactionId, 'original').opId,
      box: { x: 10, y: 20, width: 30, height: 40 },
      patch: blob(transactionId, 'patch'),
      refinement: { method: 'local-colours', version: 1 },
    },
  }),
  EdgeRefinementFailed: (transactionId: string): EventOf<'EdgeRefinementFailed'> => ({
    type: 'EdgeRefinementFailed',
    data: { transactionId, opId: uuidOf(transactionId, 'edge'), errorCode: 'refine_failed' },
  }),
  SettingsEdited: (transactionId: string): EventOf<'SettingsEdited'> => ({
    type: 'SettingsEdited',
    data: {
      transactionId,
      opId: opOf(transactionId, 'settings'),
      parentId: step(transactionId, 'original').opId,
      settings: { background: { ...TRANSPARENT, color: '#ff8800' } },
    },
  }),
  EditsReset: (transactionId: string): EventOf<'EditsReset'> => ({
    type: 'EditsReset',
    data: { transactionId, opId: opOf(transactionId, 'reset'), parentId: opOf(transactionId, 'mask') },
  }),
  OperationRestored: (transactionId: string): EventOf<'OperationRestored'> => ({
    type: 'OperationRestored',
    data: { transactionId, opId: step(transactionId, 'original').opId },
  }),
  CustomBackgroundAdded: (transactionId: string): EventOf<'CustomBackgroundAdded'> => ({
    type: 'CustomBackgroundAdded',
    data: {
      transactionId,
      backgroundId: uuidOf(transactionId, 'background'),
      image: blob(transactionId, 'background'),
    },
  }),
  EditRequested: (transactionId: string): EventOf<'EditRequested'> => ({
    type: 'EditRequested',
    data: {
      transactionId,
      requestId: uuidOf(transactionId, 'edit-request'),
      asked: { kind: 'restore', opId: step(transactionId, 'original').opId },
    },
  }),
  EditRendered: (transactionId: string): EventOf<'EditRendered'> => ({
    type: 'EditRendered',
    data: {
      transactionId,
      opId: opOf(transactionId, 'mask'),
      edited: step(transactionId, 'edited'),
      renderer: { name: 'test', version: 1 },
    },
  }),
  RegionsMapped: (transactionId: string): EventOf<'RegionsMapped'> => ({
    type: 'RegionsMapped',
    data: { transactionId, regions: blob(transactionId, 'regions'), segmentation: { method: 'test', version: 1 } },
  }),
  HdSaveRequested: (transactionId: string): EventOf<'HdSaveRequested'> => ({
    type: 'HdSaveRequested',
    data: {
      transactionId,
      requestId: uuidOf(transactionId, 'save-request'),
      settings: sha256('{}'),
      saveId: uuidOf(transactionId, 'save'),
      pictureState: sha256(`${transactionId}/state`),
      isBulk: false,
    },
  }),
  HdSaveStarted: (transactionId: string): EventOf<'HdSaveStarted'> => ({
    type: 'HdSaveStarted',
    data: {
      transactionId,
      saveId: uuidOf(transactionId, 'save'),
      opId: step(transactionId, 'original').opId,
      pictureState: sha256(`${transactionId}/state`),
      teamId: userOwner.teamId,
      userId: userOwner.userId,
      credits: 1,
      isBulk: false,
    },
  }),
  HdSaveCompleted: (transactionId: string): EventOf<'HdSaveCompleted'> => ({
    type: 'HdSaveCompleted',
    data: {
      transactionId,
      saveId: uuidOf(transactionId, 'save'),
      file: step(transactionId, 'hd'),
      renderer: { name: 'test', version: 1 },
    },
  }),
  HdSaveFailed: (transactionId: string): EventOf<'HdSaveFailed'> => ({
    type: 'HdSaveFailed',
    data: { transactionId, saveId: uuidOf(transactionId, 'save'), reason: 'picture_removed' },
  }),
  ExportRequested: (transactionId: string): EventOf<'ExportRequested'> => ({
    type: 'ExportRequested',
    data: {
      transactionId,
      exportId: uuidOf(transactionId, 'export'),
      source: blob(transactionId, 'hd'),
      options: { format: 'webp', crop: 'subject', margin: 10, background: null, layout: null },
    },
  }),
  ExportMade: (transactionId: string): EventOf<'ExportMade'> => ({
    type: 'ExportMade',
    data: {
      transactionId,
      exportId: uuidOf(transactionId, 'export'),
      file: blob(transactionId, 'export'),
      foreground: null,
      renderer: { name: 'test', version: 1 },
    },
  }),
  ExportFailed: (transactionId: string): EventOf<'ExportFailed'> => ({
    type: 'ExportFailed',
    data: { transactionId, exportId: uuidOf(transactionId, 'export'), errorCode: 'background_removal_failed' },
  }),
  TransactionDeleted: (transactionId: string): EventOf<'TransactionDeleted'> => ({
    type: 'TransactionDeleted',
    data: { transactionId },
  }),
  ImageExpired: (transactionId: string): EventOf<'ImageExpired'> => ({ type: 'ImageExpired', data: { transactionId } }),
} satisfies Record<TransactionEvent['type'], (transactionId: string) => TransactionEvent>;

/** Version 1 happens a minute after noon, and so on. */
export const minuteOf = (version: number): Date => new Date(Date.UTC(2026, 0, 1, 12, version));

export const metadataOf = (version: number): EventMetadata => ({
  correlationId: 'correlation',
  causationId: 'command',
  actor: { kind: 'system', id: 'test' },
  occurredAt: minuteOf(version).toISOString(),
});

export function recorded(
  transactionId: string,
  ...types: readonly TransactionEvent['type'][]
): RecordedEvent<TransactionEvent>[] {
  return recordedOf(
    transactionId,
    types.map((type) => examples[type](transactionId)),
  );
}

export function recordedOf(
  transactionId: string,
  events: readonly TransactionEvent[],
): RecordedEvent<TransactionEvent>[] {
  return events.map((event, index) => ({
    id: uuidOf(transactionId, index + 1),
    event,
    metadata: metadataOf(index + 1),
    stream: streamOf(transactionId),
    version: index + 1,
    position: String(index + 1),
    recordedAt: minuteOf(index + 1),
  }));
}
