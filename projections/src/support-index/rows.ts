import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';

const INDEX_KINDS = ['request', 'picture', 'save', 'file', 'team', 'account', 'message'] as const;
export type IndexKind = (typeof INDEX_KINDS)[number];

/** Times come from events, so a rebuild gives the same rows. */
export interface IndexRow {
  readonly kind: IndexKind;
  readonly key: string;
  readonly stream: string;
  readonly at: Date;
}

export interface FailureRow {
  /** Event id. */
  readonly id: string;
  readonly at: Date;
  readonly code: string;
  readonly event: string;
  readonly model: string | null;
  readonly picture_id: string;
}

export function indexRowsOf({ event, metadata, stream }: RecordedEvent<ClearcutEvent>): IndexRow[] {
  const at = new Date(metadata.occurredAt);
  const keys: [IndexKind, string][] = [['request', metadata.correlationId], ...(byRule(KEYS, event) ?? [])];
  return keys.map(([kind, key]) => ({ kind, key, stream, at }));
}

type DataOf<Type> = Extract<ClearcutEvent, { type: Type }>['data'];
type Rules<Result> = { readonly [Type in ClearcutEvent['type']]?: (data: DataOf<Type>) => Result };

/** TypeScript cannot relate a rule to the data of its type. */
function byRule<Result>(rules: Rules<Result>, { type, data }: ClearcutEvent): Result | undefined {
  return (rules[type] as ((data: ClearcutEvent['data']) => Result) | undefined)?.(data);
}

const KEYS: Rules<[IndexKind, string][]> = {
  ImageUploaded: ({ transactionId, original }) => [
    ['picture', transactionId],
    ['file', original.sha256],
  ],
  ImageForked: ({ transactionId, original }) => [
    ['picture', transactionId],
    ['file', original.sha256],
  ],
  BackgroundRemoved: ({ transformed }) => [['file', transformed.sha256]],
  MatteRefined: ({ improved }) => [['file', improved.sha256]],
  EditRendered: ({ edited }) => [['file', edited.sha256]],
  ExportMade: ({ file }) => [['file', file.sha256]],
  HdSaveStarted: ({ saveId }) => [['save', saveId]],
  HdSaveCompleted: ({ file }) => [['file', file.sha256]],
  TeamCreated: ({ teamId }) => [['team', teamId]],
  AccountRegistered: ({ userId }) => [['account', userId]],
  MessageReceived: ({ messageId }) => [['message', messageId]],
};

type Failed = Pick<FailureRow, 'code' | 'model' | 'picture_id'>;

const failed = (data: { readonly transactionId: string; readonly errorCode: string }): Failed => ({
  code: data.errorCode,
  model: null,
  picture_id: data.transactionId,
});

const FAILURES: Rules<Failed | undefined> = {
  BackgroundRemovalFailed: failed,
  MatteRefinementFailed: failed,
  EdgeRefinementFailed: failed,
  ExportFailed: failed,
  // Not our fault.
  HdSaveFailed: ({ transactionId, reason }) =>
    reason === 'picture_removed' || reason === 'picture_changed'
      ? undefined
      : { code: reason, model: null, picture_id: transactionId },
  SubjectNotFound: ({ transactionId, model }) => ({
    code: 'subject_not_found',
    model: `${model.name} ${model.version}`,
    picture_id: transactionId,
  }),
};

/** Undefined without a failure, or for people's own mistakes. */
export function failureOf({ id, event, metadata }: RecordedEvent<ClearcutEvent>): FailureRow | undefined {
  const failure = byRule(FAILURES, event);
  return failure && { id, at: new Date(metadata.occurredAt), event: event.type, ...failure };
}
