import type { PictureSave } from '@clearcut/schemas/public-api/pictures';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { SceneSettingsPatch } from '@clearcut/schemas/transaction/scene';
import type { HttpRequest } from '../../http/message.ts';
import type { KeyRequester } from '../../kernel/requester.ts';
import { beginSave, finishSave, orderOf } from '../../transaction/index.ts';
import { allowanceOf } from '../cut-out/allowance.ts';
import { isSettled, whenSettled } from '../cut-out/settled.ts';
import type { PicturesDeps } from './dependencies.ts';

interface SaveRequest {
  readonly pictureId: string;
  readonly settings: SceneSettingsPatch;
  readonly acceptsGuess: boolean;
  readonly isBulk: boolean;
  /** Longest wait for the cut-out. */
  readonly readyMs: number;
  /** Longest wait for the file; the save continues without the requester. */
  readonly maxWaitMs: number;
}

/**
 * Saves in HD once the cut-out is done. The answer is recorded: a save still `processing` will complete regardless.
 * @throws CatalogueError image_not_ready, image_failed, and what saves throw
 */
export async function savePicture(
  deps: PicturesDeps,
  { pictureId, settings, acceptsGuess, isBulk, readyMs, maxWaitMs }: SaveRequest,
  requester: KeyRequester,
  request: HttpRequest,
): Promise<PictureSave> {
  const { database, creditPool, reader } = deps;
  const { subject: member, via } = requester;
  const [deadline, fileDeadline] = [performance.now() + readyMs, performance.now() + maxWaitMs];
  const row = await whenSettled(deps, pictureId, member, deadline);
  if (row.status === 'UPLOAD_ERROR') throw new CatalogueError('image_failed');
  if (!isSettled(row)) throw new CatalogueError('image_not_ready');
  const allowance = allowanceOf(database, requester, request.id);
  const asked = { transactionId: pictureId, settings, acceptsGuess, isBulk, allowance };
  const order = await orderOf(deps, asked, requester, request);
  if (via.mode === 'test') {
    const creditsLeft = await creditPool.balance(member.teamId);
    return { id: null, pictureId, status: 'completed', creditsCharged: 0, creditsLeft, file: null };
  }
  const begun = await beginSave(deps, order, deadline);
  const { saveId: id, charged: creditsCharged } = begun;
  try {
    const { answer } = await finishSave(deps, order, begun, fileDeadline);
    const { creditsLeft, receipt } = answer;
    // The file can be downloaded once the response arrives.
    await reader.settle(pictureId, receipt.event.version);
    const { width, height, bytes, sha256 } = receipt.file;
    return { id, pictureId, status: 'completed', creditsCharged, creditsLeft, file: { width, height, bytes, sha256 } };
  } catch (error) {
    if (!(error instanceof CatalogueError && error.code === 'save_queued')) throw error;
    const creditsLeft = await creditPool.balance(member.teamId);
    return { id, pictureId, status: 'processing', creditsCharged, creditsLeft, file: null };
  }
}
