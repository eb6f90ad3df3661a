import { randomUUID } from 'node:crypto';
import { derivedId, eventId } from '@clearcut/platform/event-store/event-id';
import type { EventStore } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { StaffActionEvent } from '@clearcut/schemas/support/events';
import type { LookupKind, StaffAction } from '@clearcut/schemas/support/kinds';
import type { HttpRequest } from '../http/message.ts';
import type { MemberRequester } from '../kernel/requester.ts';
import type { Secret } from '../kernel/secret.ts';

/** What a member of staff does, and the request that they do it by. */
export interface StaffContext {
  readonly requester: MemberRequester;
  readonly request: HttpRequest;
}

interface Acted {
  readonly action: StaffAction;
  /** Id of what it is done to. */
  readonly target?: string;
  /** Whose it is, where it is a team's: its admins see the action. */
  readonly ownerTeamId?: string | null;
  readonly reason?: string;
}

/** Brings what staff do into the log, before they are answered: what could not be recorded is not done. */
export interface StaffLog {
  lookedUp(by: LookupKind, key: string, found: number, context: StaffContext): Promise<void>;
  acted(action: Acted, context: StaffContext): Promise<void>;
  /** As `acted`, for what a page does again while it is open: once an hour for each member of staff and target. */
  looked(action: Acted & { readonly target: string }, context: StaffContext): Promise<void>;
}

/** The id of a look: one for each hour of the clock, so that a repeat writes nothing. */
function lookId(staffId: string, action: StaffAction, target: string, at: number): string {
  // 2026-01-31T12
  const hour = new Date(at).toISOString().slice(0, 13);
  return derivedId(staffId, action, target, hour);
}

export function createStaffLog(eventStore: EventStore<ClearcutEvent>, secret: Secret): StaffLog {
  /** Each action is a stream of one event, so writing needs no reading, and a repeat is none. */
  async function append(event: StaffActionEvent, { requester, request }: StaffContext): Promise<void> {
    const { actionId } = event.data;
    const actor = { kind: 'staff', id: requester.subject.userId } as const;
    const occurredAt = new Date().toISOString();
    const metadata = { correlationId: request.id, causationId: request.id, actor, occurredAt };
    await eventStore.append(`staffAction-${actionId}`, 0, [{ id: eventId(actionId, 0), event, metadata }]);
  }

  function act(actionId: string, { action, target, ownerTeamId, reason }: Acted, context: StaffContext): Promise<void> {
    const staffId = context.requester.subject.userId;
    const data = {
      actionId,
      staffId,
      action,
      target: target ?? null,
      ownerTeamId: ownerTeamId ?? null,
      reason: reason ?? null,
    };
    return append({ type: 'StaffActed', data }, context);
  }

  return {
    async lookedUp(by, key, found, context) {
      const staffId = context.requester.subject.userId;
      // Whether two searches were for the same can be seen; for what, by no reader of the log.
      const keyDigest = secret.digest('staff-search', key.toLowerCase()).toString('hex');
      await append({ type: 'StaffLookedUp', data: { actionId: randomUUID(), staffId, by, keyDigest, found } }, context);
    },
    acted: (action, context) => act(randomUUID(), action, context),
    looked: (action, context) =>
      act(lookId(context.requester.subject.userId, action.action, action.target, Date.now()), action, context),
  };
}
