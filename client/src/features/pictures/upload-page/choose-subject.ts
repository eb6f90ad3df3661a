import { transactionContracts } from '@clearcut/schemas/contracts/transaction/picture';
import { call } from '../../../lib/contracts/call.ts';
import type { Choice } from '../subject/mark.ts';
import { uploadStore } from '../uploads/upload-store.ts';

/** Cuts the picture out again for what was marked. @throws Failure; the picture then stays as it was */
export async function chooseSubject(id: string, body: Choice): Promise<void> {
  await call(transactionContracts.chooseSubject, { params: { id }, body });
  uploadStore.recut(id);
}
