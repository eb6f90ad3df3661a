import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { AnonymousOwner, PipelineStep } from '@clearcut/schemas/transaction/events';
import type { TransactionStatus } from '@clearcut/schemas/transaction/http';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';

/** The steps that are done, each with what it made. */
export interface Pipeline {
  readonly original: PipelineStep;
  readonly resized?: PipelineStep;
  readonly transformed?: PipelineStep;
  readonly improved?: PipelineStep;
}

/** A picture as the log tells it; times are those at which things happened, so that a rebuild gives the same row. */
export interface TransactionState {
  readonly id: string;
  /** Version of the stream of which this is the fold. */
  readonly version: number;
  readonly status: TransactionStatus;
  readonly owner: AnonymousOwner;
  readonly pipeline: Pipeline;
  /** A code of the error catalogue when the status is UPLOAD_ERROR. */
  readonly errorCode: string | null;
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
  state: TransactionState | undefined,
  recorded: RecordedEvent<ClearcutEvent>,
): TransactionState | undefined {
  const version = state?.version ?? 0;
  if (recorded.version <= version) return state;
  if (recorded.version !== version + 1) {
    throw new Error(`${recorded.stream} jumps from version ${version} to ${recorded.version} at ${recorded.position}`);
  }
  const { event } = recorded;
  const at = new Date(recorded.metadata.occurredAt);
  if (state === undefined) {
    if (event.type === 'ImageUploaded') return uploaded(event.data, at);
    throw new Error(`${recorded.stream} begins with ${event.type}`);
  }
  return { ...state, ...change(event, state, at), version: recorded.version, updatedAt: at };
}

function uploaded(data: Extract<ClearcutEvent, { type: 'ImageUploaded' }>['data'], at: Date): TransactionState {
  return {
    id: data.transactionId,
    version: 1,
    status: 'PENDING',
    owner: data.owner,
    pipeline: { original: data.original },
    errorCode: null,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
    expiredAt: null,
  };
}

function change(event: ClearcutEvent, { pipeline }: TransactionState, at: Date): Partial<TransactionState> {
  switch (event.type) {
    case 'ImageUploaded':
      throw new Error('A picture is uploaded once');
    case 'BackgroundRemoved':
      return {
        status: 'UPLOADED',
        pipeline: { ...pipeline, resized: event.data.resized, transformed: event.data.transformed },
      };
    case 'MatteRefined':
      return { pipeline: { ...pipeline, improved: event.data.improved } };
    case 'MatteRefinementFailed':
      // The unrefined cut-out stays good: only updatedAt and the version move.
      return {};
    case 'SubjectNotFound':
      return { status: 'UPLOAD_ERROR', errorCode: 'subject_not_found' };
    case 'BackgroundRemovalFailed':
      return { status: 'UPLOAD_ERROR', errorCode: event.data.errorCode };
    case 'TransactionDeleted':
      return { deletedAt: at };
    case 'ImageExpired':
      return { expiredAt: at };
  }
}
