import { z } from 'zod';
import { defineEvent, type EventOf } from '../define-event.ts';

const attempt = {
  /** Session id, or an id of the failure; names a stream of one event. */
  attemptId: z.uuid(),
  userId: z.uuid(),
  teamId: z.uuid(),
};

const LOGIN_WAYS = ['sign-up', 'password', 'magic-link', 'third-party', 'invitation', 'passkey'] as const;

/** `identity` holds the address, which is personal. */
const loggedIn = defineEvent(
  'LoggedIn',
  z.object({ ...attempt, by: z.enum(LOGIN_WAYS) }),
  // Version 1: no passkeys yet.
  [(data) => data],
);

/** Addresses without an account cause no event. */
const loginFailed = defineEvent(
  'LoginFailed',
  z.object({ ...attempt, reason: z.enum(['wrong-password', 'wrong-second-factor']) }),
);

export const loginEvents = [loggedIn, loginFailed] as const;

export type LoginWay = (typeof LOGIN_WAYS)[number];
export type LoginEvent = EventOf<(typeof loginEvents)[number]>;
