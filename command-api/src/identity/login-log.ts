import { randomUUID } from 'node:crypto';
import { eventId } from '@clearcut/platform/event-store/event-id';
import type { EventStore } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { Actor } from '@clearcut/schemas/event-metadata';
import type { LoginEvent } from '@clearcut/schemas/login/events';
import type { HttpRequest } from '../http/message.ts';
import type { Account } from './account/accounts.ts';

type LoggedIn = Extract<LoginEvent, { type: 'LoggedIn' }>['data'];
type LoginFailed = Extract<LoginEvent, { type: 'LoginFailed' }>['data'];

/** Brings logins into the log, where the team's admin reads them and alerts follow them. */
export interface LoginLog {
  succeeded(account: Account, login: Pick<LoggedIn, 'attemptId' | 'by'>, request: HttpRequest): Promise<void>;
  /**
   * Writes after the answer: it would otherwise come later for an address that has an account than for one that has none. Should the
   * process die before, a failure is missing in the log, and no login.
   */
  failed(account: Account, reason: LoginFailed['reason'], request: HttpRequest): void;
}

/** By then the answer is on its way. */
const SOON_MS = 300;

/** Who gave a wrong password is not known: perhaps the owner. */
const STRANGER: Actor = { kind: 'anonymous', id: 'login' };

export function createLoginLog(eventStore: EventStore<ClearcutEvent>): LoginLog {
  /** Each attempt is a stream of one event, so writing needs no reading. */
  async function append(
    event: LoginEvent,
    actor: Actor,
    request: HttpRequest,
    occurredAt = new Date().toISOString(),
  ): Promise<void> {
    const { attemptId } = event.data;
    const metadata = { correlationId: request.id, causationId: request.id, actor, occurredAt };
    await eventStore.append(`login-${attemptId}`, 0, [{ id: eventId(attemptId, 0), event, metadata }]);
  }

  return {
    succeeded: ({ id: userId, teamId }, { attemptId, by }, request) =>
      append({ type: 'LoggedIn', data: { attemptId, userId, teamId, by } }, { kind: 'user', id: userId }, request),
    failed({ id: userId, teamId }, reason, request) {
      const data = { attemptId: randomUUID(), userId, teamId, reason };
      const occurredAt = new Date().toISOString();
      const write = () =>
        append({ type: 'LoginFailed', data }, STRANGER, request, occurredAt).catch((error: unknown) =>
          request.log.error({ err: error }, 'a failed login could not be recorded'),
        );
      // Begun at once, the work showed in how long the answer took: 13 ms more for an address that has an account.
      setTimeout(() => void write(), SOON_MS * (1 + Math.random())).unref();
    },
  };
}
