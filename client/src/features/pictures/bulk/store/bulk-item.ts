import { Failure } from '../../../../lib/errors/failure.ts';
import { idOf, queued, type Life } from '../../uploads/life/life.ts';
import { failureIn, viewOf } from '../../uploads/life/selectors.ts';
import { isUnsettled as isUnsettledView } from '../../uploads/transaction/shown-picture.ts';

export interface BulkItem {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  /** SHA-256, noted before the file is dropped. */
  readonly digest?: string | undefined;
  readonly life: Life;
}

/** Survives a reload. */
export interface StoredItem extends Omit<BulkItem, 'life'> {
  readonly key: string;
  readonly transactionId?: string;
  readonly failure?: { readonly code: string; readonly message: string };
}

function lifeOf({ key, transactionId, failure }: StoredItem): Life {
  if (failure !== undefined) return { stage: 'failed', failure: new Failure(failure.code, failure) };
  return transactionId === undefined ? queued(key) : { stage: 'waiting', id: transactionId };
}

export function itemOf(stored: StoredItem): BulkItem {
  const { id, name, bytes, digest } = stored;
  return { id, name, bytes, digest, life: lifeOf(stored) };
}

export function storedOf({ life, ...about }: BulkItem): StoredItem {
  const transactionId = idOf(life);
  const failure = failureIn(life);
  const key = 'key' in life ? life.key : about.id;
  if (transactionId !== undefined) return { ...about, key, transactionId };
  return { ...about, key, ...(failure && { failure: { code: failure.code, message: failure.message } }) };
}

export function countStages(items: readonly BulkItem[]): Record<Life['stage'], number> {
  const counts = { queued: 0, sending: 0, waiting: 0, ready: 0, failed: 0, gone: 0 };
  for (const { life } of items) counts[life.stage]++;
  return counts;
}

/** Whether the server is still working on a picture. `now`: epoch milliseconds. */
export function isUnsettled({ life }: BulkItem, now: number): boolean {
  if (life.stage !== 'waiting' && life.stage !== 'ready') return false;
  const view = viewOf(life);
  return view === undefined || isUnsettledView(view, now);
}
