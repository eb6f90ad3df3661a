import { request } from '../../lib/http/request.ts';
import type { Choice } from '../subject/mark.ts';
import { uploadStore } from '../uploads/upload-store.ts';

/** Cuts the picture out again for what was marked. @throws Failure; the picture then stays as it was */
export async function chooseSubject(id: string, choice: Choice): Promise<void> {
  await request(`/api/transaction/${id}/subject/`, { method: 'POST', json: choice });
  uploadStore.recut(id);
}
