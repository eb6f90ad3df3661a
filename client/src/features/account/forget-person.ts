import { authModal } from '../auth/modal/auth-modal.ts';
import { session } from '../auth/session/session.ts';
import { uploadStore } from '../pictures/uploads/upload-store.ts';

/** Leaves the page before clearing its contents (docs/product.md, Accounts). */
const CLEAR_DELAY_MS = 200;

/** @param about `hasEnded`: the login ended elsewhere, not by this person's sign-out */
export function forgetPerson(about: { readonly hasEnded?: boolean } = {}): void {
  session.leave(about);
  authModal.close();
  setTimeout(() => {
    uploadStore.leave();
    // If the code cannot be loaded, the next person's visit to bulk uploads clears them; edits remain with pictures
    // that person may not open.
    import('./forget-work.ts').then(({ forgetWork }) => forgetWork(about)).catch(() => undefined);
  }, CLEAR_DELAY_MS);
}
