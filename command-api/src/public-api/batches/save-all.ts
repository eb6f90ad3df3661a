import type { BatchSave } from '@clearcut/schemas/public-api/batches';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { saveBodySchema } from '@clearcut/schemas/transaction/saves-http';
import type { z } from 'zod';
import type { HttpRequest } from '../../http/message.ts';
import type { KeyRequester } from '../../kernel/requester.ts';
import type { PicturesDeps } from '../pictures/dependencies.ts';
import { savePicture } from '../pictures/save.ts';
import { toV1Error } from '../words.ts';
import { keepErrors, orderBefore } from '../../api-keys/index.ts';
import { meaningOf } from '../pictures/common.ts';

interface SaveAllRequest {
  readonly body: z.infer<typeof saveBodySchema>;
  /** Longest wait for the files. */
  readonly maxWaitMs: number;
  readonly requester: KeyRequester;
  readonly request: HttpRequest;
}

interface Saved {
  readonly saves: readonly BatchSave[];
  readonly creditsCharged: number;
  readonly creditsLeft: number;
}

/**
 * Records every save before it waits for the first file. A repeat saves only what the first request saved.
 * @throws CatalogueError idempotency_key_reused, before anything is saved
 */
export async function saveAll(deps: PicturesDeps, now: readonly string[], asked: SaveAllRequest): Promise<Saved> {
  const deadline = performance.now() + asked.maxWaitMs;
  const { database, creditPool } = deps;
  const meaning = meaningOf(asked.requester, asked.request);
  const before = await orderBefore(database, meaning, { pictures: now, settings: JSON.stringify(asked.body) });
  const begun: BatchSave[] = [];
  for (const id of before.pictures) {
    const error = before.errors[id];
    begun.push(error === undefined ? await saveOne(deps, id, asked, 0) : unsaved(id, error));
  }
  const saves: BatchSave[] = [];
  for (const save of begun) {
    const leftMs = deadline - performance.now();
    if (save.status !== 'processing' || leftMs <= 0) saves.push(save);
    else {
      const later = await saveOne(deps, save.pictureId, asked, leftMs);
      saves.push(later.status === 'failed' ? later : { ...later, creditsCharged: save.creditsCharged });
    }
  }
  await keepErrors(database, meaning, finalErrorsOf(saves));
  const creditsCharged = saves.reduce((sum, save) => sum + save.creditsCharged, 0);
  return { saves, creditsCharged, creditsLeft: await creditPool.balance(asked.requester.subject.teamId) };
}

const settingsOf = ({ body: { acceptGuess: acceptsGuess, ...settings } }: SaveAllRequest) => ({
  settings,
  acceptsGuess,
  isBulk: true,
});

async function saveOne(
  deps: PicturesDeps,
  pictureId: string,
  asked: SaveAllRequest,
  maxWaitMs: number,
): Promise<BatchSave> {
  const wanted = { pictureId, ...settingsOf(asked), readyMs: 0, maxWaitMs };
  try {
    const { creditsLeft: _, ...save } = await savePicture(deps, wanted, asked.requester, asked.request);
    return { ...save, error: null };
  } catch (cause) {
    const error = toV1Error(cause);
    if (!(error instanceof CatalogueError)) throw error;
    const { code: errorCode, message } = error;
    return unsaved(pictureId, { errorCode, message });
  }
}

/** Their answers say to try again. */
const PASSING = new Set(['image_not_ready', 'service_unavailable']);

function finalErrorsOf(saves: readonly BatchSave[]) {
  const errors = saves.flatMap(({ pictureId, error }) => (error === null ? [] : [[pictureId, error] as const]));
  return Object.fromEntries(errors.filter(([, { errorCode }]) => !PASSING.has(errorCode)));
}

const unsaved = (pictureId: string, error: BatchSave['error']): BatchSave => ({
  id: null,
  pictureId,
  status: 'failed',
  creditsCharged: 0,
  file: null,
  error,
});
