import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { Database } from '@clearcut/platform/database/database';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { listReplays } from '@clearcut/projections/replays/queries';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { filesMade } from '@clearcut/schemas/support/replay/replay';
import type { ImageBlob } from '@clearcut/schemas/transaction/events';
import { route, type Route } from '../../http/contract.ts';
import { isGone, sendPicture, type TransactionHandler } from '../../transaction/index.ts';
import type { ViewLog } from '../access/view-log.ts';
import { pictureOf } from '../pictures/facts.ts';
import type { StaffLog } from '../staff-log.ts';
import { replayContracts as contracts } from '@clearcut/schemas/contracts/support/replay';
import { requestReplay } from '../domain/replay.ts';
import type { ReplayHandler } from './handler.ts';
import { type KnownReplay, replayOf, viewOf } from './view.ts';

export interface ReplayRoutesDeps {
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly blobStore: BlobStore;
  readonly staffLog: StaffLog;
  readonly replays: ReplayHandler;
  readonly transactions: TransactionHandler;
  readonly views: ViewLog;
}

export function replayRoutes(deps: ReplayRoutesDeps): Route[] {
  const { database, eventStore, blobStore, transactions, staffLog, views, replays } = deps;
  const find = async (id: string): Promise<KnownReplay> => replayOf(await eventStore.readStream(`replay-${id}`));

  return [
    route(contracts.request, async ({ params: { id }, body, requester, request }) => {
      const { state, version } = await transactions.load(id);
      if (state === null) throw new CatalogueError('transaction_not_found');
      if (isGone(state)) throw new CatalogueError('image_expired');
      const { replayId, reason, mode, versions } = body;
      const throughVersion = Math.min(body.throughVersion, version);
      const { owner } = state.picture;
      const { userId: staffId } = requester.subject;
      await staffLog.acted(
        {
          action: 'replay',
          target: id,
          ownerTeamId: owner.kind === 'user' ? owner.teamId : null,
          reason,
          commandId: replayId,
        },
        { requester, request },
      );
      await replays.handle(
        replayId,
        requestReplay({ replayId, transactionId: id, throughVersion, mode, versions, staffId, reason }),
        {
          commandId: replayId,
          correlationId: request.id,
          causationId: request.id,
          actor: { kind: 'staff', id: staffId },
          now: new Date(),
        },
      );
      return { id: replayId };
    }),
    route(contracts.list, async ({ params: { id } }) => {
      await pictureOf(eventStore, id);
      return listReplays(database, id);
    }),
    route(contracts.replay, async ({ params: { id } }) => {
      const replay = await find(id);
      return viewOf(replay);
    }),
    route(contracts.file, async ({ params: { id, sha256 }, requester, request, reply }) => {
      const replay = await find(id);
      const file = await fileOf(replay, sha256, eventStore);
      await views.authorize(
        { pictureId: replay.request.transactionId, file: 'replay', sha256 },
        { requester, request },
      );
      const picture = await sendPicture({ request, reply, blobStore }, file, {
        type: 'inline',
        fileName: `replay-${sha256.slice(0, 8)}`,
      });
      // Not cached: access may end at any time.
      reply.header('cache-control', 'no-store');
      return picture;
    }),
  ];
}

/** File made by the replay, or recorded by the step it differs from. @throws CatalogueError replay_not_found */
async function fileOf(
  { request: { transactionId }, steps }: KnownReplay,
  sha256: string,
  eventStore: EventStore<ClearcutEvent>,
): Promise<ImageBlob> {
  const made = steps.flatMap((step) => Object.values(step.made)).find((file) => file.sha256 === sha256);
  if (made !== undefined) return made;
  // By recorded name: a damaged file's digest differs from its event.
  const step = steps.find(({ files }) => files.some(({ recorded }) => recorded === sha256));
  const name = step?.files.find(({ recorded }) => recorded === sha256)?.file ?? '';
  const events = await eventStore.readStream(`transaction-${transactionId}`);
  const answers = events.filter(({ metadata }) => metadata.causationId === step?.eventId);
  const file = answers.map(({ event }) => filesMade(event.data)[name]).find((one) => one !== undefined);
  if (file === undefined) throw new CatalogueError('replay_not_found');
  return file;
}
