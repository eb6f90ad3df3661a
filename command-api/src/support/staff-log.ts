import { randomUUID } from 'node:crypto';
import { derivedId, eventId } from '@clearcut/platform/event-store/event-id';
import type { EventStore } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { StaffActionEvent } from '@clearcut/schemas/support/events';
import type { LookupKind, StaffAction } from '@clearcut/schemas/support/kinds';
import type { HttpRequest } from '../http/message.ts';
import type { MemberRequester } from '../kernel/requester.ts';
import type { Secret } from '../kernel/secret.ts';

export interface StaffContext {
  readonly requester: MemberRequester;
  readonly request: HttpRequest;
}

interface Acted {
  readonly action: StaffAction;
  readonly target?: string;
  /** Owning team, whose admins see the action; null without one. */
  readonly ownerTeamId?: string | null;
  readonly reason?: string;
  /** The client's id of the command: repeats add no line. */
  readonly commandId?: string;
}

/** Logs staff actions before they are answered: what cannot be logged is not done. */
export interface StaffLog {
  lookedUp(by: LookupKind, key: string, found: number, context: StaffContext): Promise<void>;
  acted(action: Acted, context: StaffContext): Promise<void>;
  /** As `acted`, for repeated reads of an open page: once an hour per member of staff and target. */
  looked(action: Acted & { readonly target: string }, context: StaffContext): Promise<void>;
}

/** Same id within an hour of the clock, so that repeats write nothing. */
function lookId(staffId: string, action: StaffAction, target: string, at: number): string {
  // 2026-01-31T12
  const hour = new Date(at).toISOString().slice(0, 13);
  return derivedId(staffId, action, target, hour);
}

export function createStaffLog(eventStore: EventStore<ClearcutEvent>, secret: Secret): StaffLog {
  /** A stream of one event per action needs no reading; repeats are ignored. */
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
      // Readers of the log can match equal searches without learning the text.
      const keyDigest = secret.digest('staff-search', key.toLowerCase()).toString('hex');
      await append({ type: 'StaffLookedUp', data: { actionId: randomUUID(), staffId, by, keyDigest, found } }, context);
    },
    acted(action, context) {
      const { commandId } = action;
      const { userId } = context.requester.subject;
      const actionId = commandId === undefined ? randomUUID() : derivedId(userId, action.action, commandId);
      return act(actionId, action, context);
    },
    looked: (action, context) =>
      act(lookId(context.requester.subject.userId, action.action, action.target, Date.now()), action, context),
  };
}
