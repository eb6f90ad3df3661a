import { z } from 'zod';
import { defineEvent, eventGuard, type EventOf } from '../define-event.ts';
import { CONSENT_CHOICES } from '../site/consent.ts';
import { STAFF_ROLES } from '../support/staff-roles.ts';

const userId = z.uuid();

/** How an account came about, or how its owner proved to be its owner. */
const registered = z.enum(['password', 'third-party', 'invitation', 'admin']);

/** Facts of an account; e-mail, names and language stand in `identity` tables and can be erased there. */
const accountRegistered = defineEvent('AccountRegistered', z.object({ userId, by: registered }));

const passwordChanged = defineEvent(
  'PasswordChanged',
  z.object({ userId, by: z.enum(['owner', 'reset-link', 'invitation']) }),
);

/** A login with an outside issuer now opens this account. Issuer and subject are personal: they stand in `identity`. */
const thirdPartyLoginLinked = defineEvent('ThirdPartyLoginLinked', z.object({ userId }));

/**
 * The owner of the address proved that it is theirs, for the first time. `revoked`: what was set before by the person who only typed the
 * address (password, third-party logins, sessions) ended with it.
 */
const addressProved = defineEvent(
  'AddressProved',
  z.object({
    userId,
    by: z.enum(['proof-link', 'magic-link', 'reset-link', 'invitation', 'third-party']),
    revoked: z.boolean(),
  }),
);

/** An authenticator app was set up, or removed: its secret stands in `identity`. `left`: how many second factors logins still take. */
const kind = z.enum(['totp']);
const left = z.int().min(0);
const secondFactorAdded = defineEvent(
  'SecondFactorAdded',
  z.object({ userId, kind, by: z.enum(['owner', 'operator']) }),
);
const secondFactorRemoved = defineEvent(
  'SecondFactorRemoved',
  z.object({ userId, kind, by: z.enum(['owner', 'operator', 'admin']), left }),
  // Version 1 knew no admins who remove it; version 2 no other second factor that could be left.
  [(data) => data, (data) => ({ ...(data as object), left: 0 })],
);

/** A passkey of the owner counts from here on, or no more. Its public key and its name stand in `identity`. */
const passkeyAdded = defineEvent('PasskeyAdded', z.object({ userId, passkeyId: z.uuid(), by: z.enum(['owner']) }));
const passkeyRemoved = defineEvent(
  'PasskeyRemoved',
  z.object({ userId, passkeyId: z.uuid(), by: z.enum(['owner', 'admin']), left }),
);

/** A login with an outside issuer opens this account no more; `left` others still do. */
const thirdPartyLoginUnlinked = defineEvent(
  'ThirdPartyLoginUnlinked',
  z.object({ userId, by: z.enum(['owner', 'reset-link']), left: z.int().min(0) }),
);

/** All logins of the account were ended by the operator of the machine, as after a theft. */
const sessionsEnded = defineEvent('SessionsEnded', z.object({ userId, by: z.enum(['operator']) }));

/** Version 1 is from before staff had roles: the flag opened nothing, and opens nothing now. */
const withoutRoles = (data: unknown): unknown => ({ ...(data as object), roles: [] });

/** An operator made the person staff of the installation with these roles, in the place of those before. None is a role of a team. */
const staffGranted = defineEvent('StaffGranted', z.object({ userId, roles: z.array(z.enum(STAFF_ROLES)) }), [
  withoutRoles,
]);
const staffRevoked = defineEvent('StaffRevoked', z.object({ userId }));

/** What the owner agreed to, in which version of the question's words: to everything, or to what is necessary alone. */
const consent = { userId, choice: z.enum(CONSENT_CHOICES), textVersion: z.int().min(1) };
const consentGiven = defineEvent('ConsentGiven', z.object(consent));
/** The owner took back what they had agreed to; `choice` is what stays. */
const consentWithdrawn = defineEvent('ConsentWithdrawn', z.object(consent));

/** The owner closed the account, or an admin removed it: it cannot be logged in to, and personal data is erased. */
const accountClosed = defineEvent('AccountClosed', z.object({ userId, by: z.enum(['owner', 'admin']) }));

export const accountEvents = [
  accountRegistered,
  passwordChanged,
  thirdPartyLoginLinked,
  addressProved,
  secondFactorAdded,
  secondFactorRemoved,
  passkeyAdded,
  passkeyRemoved,
  thirdPartyLoginUnlinked,
  sessionsEnded,
  staffGranted,
  staffRevoked,
  consentGiven,
  consentWithdrawn,
  accountClosed,
] as const;

export type AccountEvent = EventOf<(typeof accountEvents)[number]>;
export const isAccountEvent = eventGuard(accountEvents);
