/** Builders for tests: events of pictures as a store would hand them out. Not used by the product. */
import { createHash } from 'node:crypto';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { EventMetadata } from '@clearcut/schemas/events/metadata';
import type { ImageBlob, PipelineStep } from '@clearcut/schemas/transaction/events';
import type { RecordedEvent, StreamName } from '@clearcut/platform/event-store/port';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A uuid that is the same for the same words. */
export function uuidOf(...words: readonly (string | number)[]): string {
  const hex = sha256(words.join('/'));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const streamOf = (transactionId: string): StreamName => `transaction-${transactionId}`;

function blob(transactionId: string, name: string): ImageBlob {
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

const model = { name: 'clearcut-1', version: '1', sha256: sha256('model') };

export const owner = { clientKey: sha256('client'), sessionId: uuidOf('session') };

/** One event of each type for a picture. */
export const examples = {
  ImageUploaded: (transactionId: string): ClearcutEvent => ({
    type: 'ImageUploaded',
    data: { transactionId, owner, source: 'file', original: step(transactionId, 'original') },
  }),
  BackgroundRemoved: (transactionId: string): ClearcutEvent => ({
    type: 'BackgroundRemoved',
    data: {
      transactionId,
      resized: step(transactionId, 'resized'),
      transformed: step(transactionId, 'transformed'),
      coarseMatte: blob(transactionId, 'coarse-matte'),
      model,
    },
  }),
  MatteRefined: (transactionId: string): ClearcutEvent => ({
    type: 'MatteRefined',
    data: {
      transactionId,
      improved: step(transactionId, 'improved'),
      matte: blob(transactionId, 'matte'),
      refinement: { method: 'test', version: 1 },
    },
  }),
  MatteRefinementFailed: (transactionId: string): ClearcutEvent => ({
    type: 'MatteRefinementFailed',
    data: { transactionId, errorCode: 'background_removal_failed' },
  }),
  SubjectNotFound: (transactionId: string): ClearcutEvent => ({
    type: 'SubjectNotFound',
    data: { transactionId, model },
  }),
  BackgroundRemovalFailed: (transactionId: string): ClearcutEvent => ({
    type: 'BackgroundRemovalFailed',
    data: { transactionId, errorCode: 'image_unreadable' },
  }),
  TransactionDeleted: (transactionId: string): ClearcutEvent => ({
    type: 'TransactionDeleted',
    data: { transactionId },
  }),
  ImageExpired: (transactionId: string): ClearcutEvent => ({ type: 'ImageExpired', data: { transactionId } }),
} satisfies Record<ClearcutEvent['type'], (transactionId: string) => ClearcutEvent>;

/** The event that is version `version` of a picture's stream happened this many minutes after noon. */
export const minuteOf = (version: number): Date => new Date(Date.UTC(2026, 0, 1, 12, version));

export const metadataOf = (version: number): EventMetadata => ({
  correlationId: 'correlation',
  causationId: 'command',
  actor: { kind: 'system', id: 'test' },
  occurredAt: minuteOf(version).toISOString(),
});

/** The stream of one picture, from version 1 on. */
export function recorded(
  transactionId: string,
  ...types: readonly ClearcutEvent['type'][]
): RecordedEvent<ClearcutEvent>[] {
  return types.map((type, index) => ({
    id: uuidOf(transactionId, index + 1),
    event: examples[type](transactionId),
    metadata: metadataOf(index + 1),
    stream: streamOf(transactionId),
    version: index + 1,
    position: String(index + 1),
    recordedAt: minuteOf(index + 1),
  }));
}
