import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { requestJson } from '../../lib/http/request.ts';
import { letSupportLook } from '../support-access/api.ts';

/** @returns the id of the message @throws Failure */
export async function sendMessage(fields: FormData): Promise<string> {
  const { id } = await requestJson<{ readonly id: string }>('/api/contact/', { method: 'POST', form: fields });
  return id;
}

/** Grants support access to pictures of a message. @returns those that failed */
export async function sharePictures(
  pictures: readonly TransactionView[],
  caseId: string,
): Promise<readonly TransactionView[]> {
  const done = await Promise.allSettled(pictures.map(({ id }) => letSupportLook(id, { caseId })));
  return pictures.filter((_picture, index) => done[index]?.status === 'rejected');
}
