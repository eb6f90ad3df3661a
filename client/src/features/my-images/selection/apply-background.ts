import { TRANSPARENT, type Background } from '@clearcut/schemas/transaction/scene';
import { toFailure, type Failure } from '../../../lib/errors/failure.ts';
import { insist } from '../../../lib/http/patience.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { sendSettings } from '../../editor/sync/api.ts';

/** Calls under way at once. */
const AT_ONCE = 3;

export const backgroundOf = (color: string | null): Background => ({ ...TRANSPARENT, color });

export interface Applied {
  readonly changed: readonly string[];
  readonly failed: readonly { readonly id: string; readonly failure: Failure }[];
}

/** Puts one background behind many pictures, an edit each; one that cannot be changed does not keep the others. */
export async function applyBackground(
  ids: readonly string[],
  background: Background,
  onProgress: (done: number) => void,
): Promise<Applied> {
  const changed: string[] = [];
  const failed: { id: string; failure: Failure }[] = [];
  const waiting = ids.values();
  const work = async () => {
    for (const id of waiting) {
      const key = randomUuid();
      try {
        await insist(() => sendSettings(id, { background }, key));
        changed.push(id);
      } catch (error) {
        failed.push({ id, failure: toFailure(error) });
      }
      onProgress(changed.length + failed.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { changed, failed };
}
