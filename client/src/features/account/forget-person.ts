import { authModal } from '../auth/modal/auth-modal.ts';
import { session } from '../auth/session/session.ts';
import { uploadStore } from '../uploads/upload-store.ts';

/** The page is left first, then its contents are cleared (docs/product.md, Accounts). */
const CLEAR_MS = 200;

/** The pictures of a bulk upload lie in the browser's database, and their code is not that of the first load. */
async function forgetBulk(): Promise<void> {
  const { bulkStore } = await import('../bulk/store/bulk-store.ts');
  await bulkStore.forget();
}

/** So do edits that the server has not got, also of pictures that were open before the page was loaded. */
async function forgetEditor(): Promise<void> {
  const { gallery } = await import('../editor/picture/gallery.ts');
  await gallery.forget();
}

/** Nothing of the person stays in this browser. */
export function forgetPerson(): void {
  session.leave();
  authModal.close();
  setTimeout(() => {
    uploadStore.leave();
    // Without the code to forget them they are cleared when the next person opens the page of bulk uploads; edits stay with pictures
    // that the next person may not open.
    void Promise.allSettled([forgetBulk(), forgetEditor()]);
  }, CLEAR_MS);
}
