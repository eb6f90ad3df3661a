import type { EventStore } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { idSchema } from '@clearcut/schemas/id';
import type { Received, Route } from '../http/contract.ts';
import type { MemberRequester } from '../kernel/requester.ts';
import { pictureOf } from './pictures/facts.ts';
import { replayOf } from './replay/view.ts';
import type { StaffLog } from './staff-log.ts';

interface TrailDeps {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly staffLog: StaffLog;
}

const PICTURE = '/api/staff/pictures/:id/';
const REPLAY = '/api/staff/replays/:id/';

/**
 * Writes each read into the staff log before its handler runs: a picture that was opened, which its owner's team sees
 * too, or else the address. Handlers of contracts with `leavesLine` write a fuller line themselves.
 */
export function withTrail(routes: readonly Route[], deps: TrailDeps): Route[] {
  return routes.map((route) => {
    const { access, method, leavesLine } = route.contract;
    if (access.who !== 'staff' || method !== 'GET' || leavesLine === true) return route;
    return {
      ...route,
      async handle(received) {
        await record(route, received, deps);
        return route.handle(received);
      },
    };
  });
}

async function record({ contract: { path } }: Route, received: Received, deps: TrailDeps): Promise<void> {
  const context = { requester: received.requester as MemberRequester, request: received.request };
  const isOfPicture = path.startsWith(PICTURE) || path.startsWith(REPLAY);
  if (!isOfPicture) return deps.staffLog.looked({ action: 'read', target: path }, context);
  const id = idSchema.safeParse((received.params as { readonly id?: unknown }).id).data;
  // The handler refuses an invalid id.
  if (id === undefined) return;
  const pictureId = path.startsWith(PICTURE) ? id : await pictureOfReplay(id, deps);
  const { owner } = (await pictureOf(deps.eventStore, pictureId)).picture;
  const ownerTeamId = owner.kind === 'user' ? owner.teamId : null;
  await deps.staffLog.looked({ action: 'open-picture', target: pictureId, ownerTeamId }, context);
}

/** @throws CatalogueError replay_not_found */
async function pictureOfReplay(id: string, { eventStore }: TrailDeps): Promise<string> {
  return replayOf(await eventStore.readStream(`replay-${id}`)).request.transactionId;
}
