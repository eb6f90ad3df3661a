import { bulkStore } from '../pictures/bulk/store/bulk-store.ts';
import { gallery } from '../editor/picture/gallery.ts';

/** Pictures of a bulk upload and unsent edits are in the browser's database, even those from before this page load. */
export async function forgetWork(about: { readonly hasEnded?: boolean }): Promise<void> {
  await Promise.allSettled([bulkStore.forget(about), gallery.forget(about)]);
}
