import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { Database } from '@clearcut/platform/database/database';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { accessesOfPicture } from '@clearcut/projections/support-access/queries';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { BREAK_GLASS } from '@clearcut/schemas/support/access';
import { route, type Route } from '../../http/contract.ts';
import { isGone, sendPicture } from '../../transaction/index.ts';
import { findFile, pictureOf } from '../pictures/facts.ts';
import { breakGlass, grantFor } from '../domain/access.ts';
import { accessContracts as contracts } from '@clearcut/schemas/contracts/support/access';
import type { AccessHandler } from './handler.ts';
import type { ViewLog } from './view-log.ts';

export interface StaffAccessDeps {
  readonly database: Database;
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly blobStore: BlobStore;
  readonly access: AccessHandler;
  readonly views: ViewLog;
}

export function staffAccessRoutes({ database, eventStore, blobStore, access, views }: StaffAccessDeps): Route[] {
  return [
    route(contracts.pictureAccess, async ({ params: { id }, requester: { subject } }) => {
      await pictureOf(eventStore, id);
      const [{ state }, accesses] = await Promise.all([access.load(id), accessesOfPicture(database, id)]);
      // Auditors read who looked, but may not look.
      const mayLook = subject.staffRoles.includes('support');
      const grant = mayLook ? grantFor(state, subject.userId, new Date()) : undefined;
      return { openUntil: grant?.until ?? null, accesses };
    }),
    route(contracts.breakGlass, async ({ params: { id }, body, requester: { subject }, request }) => {
      const known = await pictureOf(eventStore, id);
      if (isGone(known)) throw new CatalogueError('image_expired');
      const now = new Date();
      const { state } = await access.handle(
        id,
        breakGlass({
          transactionId: id,
          owner: known.picture.owner,
          grantId: derivedId('break-glass', id, request.id),
          staffId: subject.userId,
          ...body,
          until: new Date(now.getTime() + BREAK_GLASS.minutes * 60_000).toISOString(),
        }),
        {
          commandId: request.id,
          correlationId: request.id,
          causationId: request.id,
          actor: { kind: 'staff', id: subject.userId },
          now,
        },
      );
      const own = { ...state, grants: state.grants.filter(({ staffId }) => staffId === subject.userId) };
      const grant = grantFor(own, subject.userId, now);
      if (grant === undefined) throw new Error(`The break-glass of ${id} that was just made is not open`);
      return { grantId: grant.grantId, until: grant.until };
    }),
    route(contracts.file, async ({ params: { id, sha256 }, requester, request, reply }) => {
      const { name, file } = await findFile(eventStore, id, sha256);
      await views.authorize({ pictureId: id, file: name, sha256 }, { requester, request });
      const fileName = `${id.slice(0, 8)}-${name}`;
      const picture = await sendPicture({ request, reply, blobStore }, file, { type: 'inline', fileName });
      // Not cached: the grant may end at any time.
      reply.header('cache-control', 'no-store');
      return picture;
    }),
  ];
}
