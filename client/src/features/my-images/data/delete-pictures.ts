import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { toFailure, type Failure } from '../../../lib/errors/failure.ts';
import { deleteTransaction } from '../../pictures/uploads/transaction/api.ts';

const CONCURRENCY = 6;

export interface Deletion {
  readonly deleted: readonly string[];
  readonly failed: readonly { readonly view: TransactionView; readonly failure: Failure }[];
}

/** Deletes each picture by itself; failures do not stop the others. */
export async function deletePictures(pictures: readonly TransactionView[]): Promise<Deletion> {
  const deleted: string[] = [];
  const failed: { view: TransactionView; failure: Failure }[] = [];
  const waiting = pictures.values();
  const work = async () => {
    for (const view of waiting) {
      try {
        await deleteTransaction(view.id);
        deleted.push(view.id);
      } catch (error) {
        failed.push({ view, failure: toFailure(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return { deleted, failed };
}
