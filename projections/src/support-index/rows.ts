import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';

/** What a key of the index is. */
export const INDEX_KINDS = ['request', 'picture', 'save', 'file', 'team', 'account', 'message'] as const;
export type IndexKind = (typeof INDEX_KINDS)[number];

/** Rows as they stand in the tables. Times are those at which things happened, so that a rebuild gives the same rows. */
export interface IndexRow {
  readonly kind: IndexKind;
  readonly key: string;
  readonly stream: string;
  readonly at: Date;
}

export interface FailureRow {
  /** The event's id. */
  readonly id: string;
  readonly at: Date;
  readonly code: string;
  readonly event: string;
  readonly model: string | null;
  readonly picture_id: string;
}

/** What an event can be found by. */
export function indexRowsOf({ event, metadata, stream }: RecordedEvent<ClearcutEvent>): IndexRow[] {
  const at = new Date(metadata.occurredAt);
  const keys: [IndexKind, string][] = [['request', metadata.correlationId], ...ownKeysOf(event)];
  return keys.map(([kind, key]) => ({ kind, key, stream, at }));
}

/** Files are those that a person may have: what they sent, and what they can download. */
function ownKeysOf({ type, data }: ClearcutEvent): [IndexKind, string][] {
  switch (type) {
    case 'ImageUploaded':
      return [
        ['picture', data.transactionId],
        ['file', data.original.sha256],
      ];
    case 'BackgroundRemoved':
      return [['file', data.transformed.sha256]];
    case 'MatteRefined':
      return [['file', data.improved.sha256]];
    case 'EditRendered':
      return [['file', data.edited.sha256]];
    case 'ExportMade':
      return [['file', data.file.sha256]];
    case 'HdSaveStarted':
      return [['save', data.saveId]];
    case 'HdSaveCompleted':
      return [['file', data.file.sha256]];
    case 'TeamCreated':
      return [['team', data.teamId]];
    case 'AccountRegistered':
      return [['account', data.userId]];
    case 'MessageReceived':
      return [['message', data.messageId]];
    default:
      return [];
  }
}

/** The failure that an event tells of; undefined for all others. What a person did wrong themselves is none. */
export function failureOf({ id, event, metadata }: RecordedEvent<ClearcutEvent>): FailureRow | undefined {
  const row = { id, at: new Date(metadata.occurredAt), event: event.type };
  switch (event.type) {
    case 'BackgroundRemovalFailed':
    case 'MatteRefinementFailed':
    case 'EdgeRefinementFailed':
    case 'ExportFailed':
      return { ...row, code: event.data.errorCode, model: null, picture_id: event.data.transactionId };
    case 'HdSaveFailed': {
      const { reason, transactionId } = event.data;
      // The owner deleted the picture, or it ran out: no fault of ours.
      if (reason === 'picture_removed' || reason === 'picture_changed') return undefined;
      return { ...row, code: reason, model: null, picture_id: transactionId };
    }
    case 'SubjectNotFound': {
      const { model, transactionId } = event.data;
      return { ...row, code: 'subject_not_found', model: `${model.name} ${model.version}`, picture_id: transactionId };
    }
    default:
      return undefined;
  }
}
