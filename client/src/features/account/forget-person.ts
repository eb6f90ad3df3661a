import { authModal } from '../auth/modal/auth-modal.ts';
import { session } from '../auth/session/session.ts';
import { uploadStore } from '../pictures/uploads/upload-store.ts';

/** Leaves the page before clearing its contents (docs/product.md, Accounts). */
const CLEAR_MS = 200;

/** Pictures of a bulk upload are in the browser's database; their code is not in the first chunk. */
async function forgetBulk(): Promise<void> {
  const { bulkStore } = await import('../pictures/bulk/store/bulk-store.ts');
  await bulkStore.forget();
}

/** Unsent edits are stored too, even of pictures opened before this page load. */
async function forgetEditor(): Promise<void> {
  const { gallery } = await import('../editor/picture/gallery.ts');
  await gallery.forget();
}

/** @param about `hasEnded`: the login ended elsewhere, not by this person's sign-out */
export function forgetPerson(about: { readonly hasEnded?: boolean } = {}): void {
  session.leave(about);
  authModal.close();
  setTimeout(() => {
    uploadStore.leave();
    // If the code cannot be loaded, the next person's visit to bulk uploads clears them; edits remain with pictures
    // that person may not open.
    void Promise.allSettled([forgetBulk(), forgetEditor()]);
  }, CLEAR_MS);
}
