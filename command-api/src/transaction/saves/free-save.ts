import { derivedId } from '@clearcut/platform/event-store/event-id';
import { CatalogueError } from '@clearcut/schemas/errors';
import { actorOf, type Person } from '../../kernel/requester.ts';
import { editable } from '../domain/guards.ts';
import type { SavesDeps } from './dependencies.ts';
import { pictureStateOf } from '../domain/picture-state.ts';
import { endOf, failureOf } from './save-in-hd.ts';
import { startSave } from './start-and-refund.ts';
import { waitInQueue } from './wait-in-queue.ts';

/**
 * For local programs that the operator allows.
 * @throws CatalogueError image_not_ready while the matte is being refined, save_failed, render_failed, save_queued,
 * service_unavailable, what `editable` throws
 */
export async function saveForFree(
  deps: SavesDeps,
  {
    transactionId,
    requester,
    requestId,
  }: { readonly transactionId: string; readonly requester: Person; readonly requestId: string },
): Promise<void> {
  const known = await deps.handler.load(transactionId);
  const { picture, phase } = editable(known.state, requester);
  if (phase.refinement === 'open') throw new CatalogueError('image_not_ready');
  const { owner } = picture;
  const pictureState = pictureStateOf({ ...picture, matte: phase.matte });
  const saveId = derivedId('free-save', transactionId, pictureState);
  await startSave(
    deps.handler,
    { transactionId, saveId, pictureState, teamId: owner.sessionId, credits: 0 },
    { correlationId: requestId, causationId: requestId, actor: actorOf(owner), now: new Date() },
    known,
  );
  const save = await waitInQueue(deps, {
    transactionId,
    deadline: performance.now() + deps.maxWaitMs,
    read: ({ state }) => endOf(state, saveId),
    isAsking: (event) => event.type === 'HdSaveStarted' && event.data.saveId === saveId,
  });
  if (save.status === 'failed') throw new CatalogueError(failureOf(save));
}
