import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { letSupportLook } from '../../support-access/api.ts';

/** Grants support access to pictures of a message. @returns those that failed */
export async function sharePictures(
  pictures: readonly TransactionView[],
  caseId: string,
): Promise<readonly TransactionView[]> {
  const done = await Promise.allSettled(pictures.map(({ id }) => letSupportLook(id, { caseId })));
  return pictures.filter((_picture, index) => done[index]?.status === 'rejected');
}
