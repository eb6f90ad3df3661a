import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { SceneSettingsPatch } from '@clearcut/schemas/transaction/scene';
import { toFailure, type Failure } from '../../../lib/errors/failure.ts';
import { withRetries } from '../../../lib/retry/with-retries.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { sendSettings } from '../../editor/sync/api.ts';

const CONCURRENCY = 3;

export interface Applied {
  readonly changed: readonly string[];
  readonly failed: readonly { readonly id: string; readonly failure: Failure }[];
}

/**
 * Makes one edit per picture; failures do not stop the others.
 * @param settingsOf may throw, which counts as that picture's failure
 */
export async function applyToAll(
  pictures: readonly TransactionView[],
  settingsOf: (view: TransactionView) => SceneSettingsPatch | Promise<SceneSettingsPatch>,
  onProgress: (done: number) => void,
): Promise<Applied> {
  const changed: string[] = [];
  const failed: { id: string; failure: Failure }[] = [];
  const waiting = pictures.values();
  const work = async () => {
    for (const view of waiting) {
      const { id } = view;
      const key = randomUuid();
      try {
        const settings = await settingsOf(view);
        await withRetries(() => sendSettings(id, settings, key));
        changed.push(id);
      } catch (error) {
        failed.push({ id, failure: toFailure(error) });
      }
      onProgress(changed.length + failed.length);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return { changed, failed };
}
