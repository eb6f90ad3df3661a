import { z } from 'zod';
import { defineEvent, type EventOf } from '../define-event.ts';

const attempt = {
  /** Of the session that a login began; of a failure, an id of its own. It names the stream, which has this one event. */
  attemptId: z.uuid(),
  userId: z.uuid(),
  teamId: z.uuid(),
};

/** By what the owner of an account came in. */
const LOGIN_WAYS = ['sign-up', 'password', 'magic-link', 'third-party', 'invitation', 'passkey'] as const;

/** A session began. From where is personal, and stands with the session in `identity`. */
const loggedIn = defineEvent(
  'LoggedIn',
  z.object({ ...attempt, by: z.enum(LOGIN_WAYS) }),
  // Version 1 knew no passkeys.
  [(data) => data],
);

/** A password or a second proof that was given for an account was wrong. For an address without an account there is no event. */
const loginFailed = defineEvent(
  'LoginFailed',
  z.object({ ...attempt, reason: z.enum(['wrong-password', 'wrong-second-factor']) }),
);

export const loginEvents = [loggedIn, loginFailed] as const;

export type LoginWay = (typeof LOGIN_WAYS)[number];
export type LoginEvent = EventOf<(typeof loginEvents)[number]>;
