import { CatalogueError } from '@clearcut/schemas/errors';
import type { TransactionEvent } from '@clearcut/schemas/transaction/events';
import type { PictureDecision, TransactionState } from './picture.ts';

interface ForkOf {
  readonly from: string;
  readonly askedModel: string | null;
}

/**
 * The fork's id derives from requester and picture, so that a repeat makes no second one.
 * @param beginning first events; see `forkOf`
 */
export const forkImage =
  (of: ForkOf, beginning: readonly TransactionEvent[]): PictureDecision =>
  (state) => {
    if (state === null) return beginning;
    refuseOther(of, state);
    return [];
  };

/** @throws CatalogueError idempotency_key_reused when the key was that of another picture or model */
export function refuseOther(
  { from, askedModel }: ForkOf,
  { picture: { forked } }: NonNullable<TransactionState>,
): void {
  if (forked?.from !== from || forked.askedModel !== askedModel) throw new CatalogueError('idempotency_key_reused');
}
