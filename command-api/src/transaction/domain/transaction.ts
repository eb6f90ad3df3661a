import { CatalogueError } from '@clearcut/schemas/errors';
import type { Owner, PipelineStep, UserOwner } from '@clearcut/schemas/transaction/events';
import type { SubjectChoice } from '@clearcut/schemas/transaction/subject';
import type { Person } from '../../kernel/requester.ts';
import { chosen, refuseOutside } from './cut-out.ts';
import { isSameOwner, mayOpen } from './ownership.ts';
import { isGone, type PictureDecision } from './picture.ts';
import { failRunning } from './save.ts';

interface Upload {
  readonly transactionId: string;
  readonly owner: Owner;
  readonly source: 'file' | 'url';
  /** Its `opId` derives from the content sent, which tells a repeat from another body with the same key. */
  readonly original: PipelineStep;
  readonly batchId: string | null;
  readonly subject: SubjectChoice;
  /** Null: the installation's own. */
  readonly askedModel: string | null;
}

export const uploadImage =
  ({ transactionId, owner, source, original, batchId, subject, askedModel }: Upload): PictureDecision =>
  (state) => {
    if (state === null) {
      refuseOutside(subject, original);
      const data = { transactionId, owner, source, original, batchId, askedModel };
      const uploaded = { type: 'ImageUploaded', data } as const;
      return subject.kind === 'auto' ? [uploaded] : [uploaded, chosen(transactionId, subject)];
    }
    const { picture } = state;
    const isSame =
      picture.source === source &&
      picture.original.opId === original.opId &&
      picture.batchId === batchId &&
      isSameOwner(owner, picture.owner);
    if (!isSame) throw new CatalogueError('idempotency_key_reused');
    return [];
  };

/** `owner` has proved to be that anonymous session. */
export const linkImage =
  (transactionId: string, owner: UserOwner): PictureDecision =>
  (state) => {
    if (state === null) throw new CatalogueError('transaction_not_found');
    const { picture } = state;
    // Already linked, to this account or to the one that logged in first from the same browser.
    if (picture.owner.kind === 'user' || isGone(state)) return [];
    if (picture.owner.sessionId !== owner.sessionId) throw new CatalogueError('link_images_failed');
    return [{ type: 'ImageLinked', data: { transactionId, owner } }];
  };

export const deleteTransaction =
  (transactionId: string, requester: Person): PictureDecision =>
  (state) => {
    if (state === null || !mayOpen(requester, state.picture.owner)) throw new CatalogueError('transaction_not_found');
    if (isGone(state)) return [];
    return [
      ...failRunning(transactionId, state.picture.saves),
      { type: 'TransactionDeleted', data: { transactionId } },
    ];
  };

/** The caller has checked the time. */
export const expireImage =
  (transactionId: string): PictureDecision =>
  (state) =>
    state === null || isGone(state)
      ? []
      : [...failRunning(transactionId, state.picture.saves), { type: 'ImageExpired', data: { transactionId } }];
