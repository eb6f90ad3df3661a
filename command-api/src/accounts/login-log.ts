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

export interface LoginLog {
  succeeded(account: Account, login: Pick<LoggedIn, 'attemptId' | 'by'>, request: HttpRequest): Promise<void>;
  /**
   * Writes after the answer, whose timing would reveal whether the address has an account. A crash can lose a failure,
   * never a login.
   */
  failed(account: Account, reason: LoginFailed['reason'], request: HttpRequest): void;
}

const RETRY_MS = 300;

/** A wrong password does not identify anyone. */
const UNKNOWN_ACTOR: Actor = { kind: 'anonymous', id: 'login' };

export function createLoginLog(eventStore: EventStore<ClearcutEvent>): LoginLog {
  /** A stream of one event per attempt needs no reading. */
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
        append({ type: 'LoginFailed', data }, UNKNOWN_ACTOR, request, occurredAt).catch((error: unknown) =>
          request.log.error({ err: error }, 'a failed login could not be recorded'),
        );
      // Immediate work would delay the answer by 13 ms for addresses with an account.
      setTimeout(() => void write(), RETRY_MS * (1 + Math.random())).unref();
    },
  };
}
