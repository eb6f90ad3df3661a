import { authModal } from '../../auth/modal/auth-modal.ts';
import { session } from '../../auth/session/session.ts';
import { bulkStore } from '../bulk/store/bulk-store.ts';
import { chooseFiles } from '../bulk/store/choose-files.ts';
import type { Rejection } from '../uploads/files/validation.ts';

const BULK_PATH = '/app/dashboard/bulk';

/**
 * Hands several files to the bulk upload, which keeps them across a login.
 * @returns what was chosen instead, if it has fewer than two pictures
 */
export async function addMany(
  files: readonly File[],
  navigate: (path: string) => unknown,
): Promise<{ one: File | undefined; refused: readonly Rejection[] } | undefined> {
  const { pictures, refused } = chooseFiles(files);
  if (pictures.length < 2) return { one: pictures[0], refused };
  const { profile } = await session.check();
  const taking = bulkStore.take(files, profile?.pk ?? null);
  if (profile !== undefined) {
    navigate(BULK_PATH);
    return undefined;
  }
  // A login may leave the site; the files must be in the browser's database by then.
  await taking;
  authModal.open(session.hasEnded ? 'login' : 'signUp', { reason: 'bulk', goTo: BULK_PATH });
  return undefined;
}
