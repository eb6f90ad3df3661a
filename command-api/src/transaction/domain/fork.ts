import { CatalogueError } from '@clearcut/schemas/errors';
import type { TransactionEvent } from '@clearcut/schemas/transaction/events';
import type { TransactionState } from './picture.ts';

export interface ForkCommand {
  readonly type: 'ForkImage';
  /** The fork's id, derived from requester and picture, so that a repeat makes no second one. */
  readonly transactionId: string;
  readonly from: string;
  readonly askedModel: string | null;
  /** First events; see `forkOf`. */
  readonly beginning: readonly TransactionEvent[];
}

export function decideFork({ from, askedModel, beginning }: ForkCommand, state: TransactionState) {
  if (state === null) return beginning;
  refuseOther({ from, askedModel }, state);
  return [];
}

/** @throws CatalogueError idempotency_key_reused when the key was that of another picture or model */
export function refuseOther(
  { from, askedModel }: Pick<ForkCommand, 'from' | 'askedModel'>,
  { picture: { forked } }: NonNullable<TransactionState>,
): void {
  if (forked?.from !== from || forked.askedModel !== askedModel) throw new CatalogueError('idempotency_key_reused');
}
