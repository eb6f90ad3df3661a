import { z } from 'zod';
import { defineEvent, eventGuard, type EventOf } from '../define-event.ts';
import { CONSENT_CHOICES } from '../site/consent.ts';
import { STAFF_ROLES } from '../support/staff-roles.ts';

const userId = z.uuid();

const registered = z.enum(['password', 'third-party', 'invitation', 'admin']);

/** Erasable tables in `identity` hold email, names and language. */
const accountRegistered = defineEvent('AccountRegistered', z.object({ userId, by: registered }));

const passwordChanged = defineEvent(
  'PasswordChanged',
  z.object({ userId, by: z.enum(['owner', 'reset-link', 'invitation']) }),
);

/** `identity` holds issuer and subject, which are personal. */
const thirdPartyLoginLinked = defineEvent('ThirdPartyLoginLinked', z.object({ userId }));

/** First proof of the address. `revoked`: credentials set before the proof, by the person who typed the address, now ended. */
const addressProved = defineEvent(
  'AddressProved',
  z.object({
    userId,
    by: z.enum(['proof-link', 'magic-link', 'reset-link', 'invitation', 'third-party']),
    revoked: z.boolean(),
  }),
);

/** By a link to the new address; sessions and logins stay. */
const addressChanged = defineEvent('AddressChanged', z.object({ userId }));

/** `identity` holds the secret. `left`: remaining second factors. */
const kind = z.enum(['totp']);
const left = z.int().min(0);
const secondFactorAdded = defineEvent(
  'SecondFactorAdded',
  z.object({ userId, kind, by: z.enum(['owner', 'operator']) }),
);
const secondFactorRemoved = defineEvent(
  'SecondFactorRemoved',
  z.object({ userId, kind, by: z.enum(['owner', 'operator', 'admin']), left }),
  // Version 1 had no admins who remove it; version 2 no other second factor.
  [(data) => data, (data) => ({ ...(data as object), left: 0 })],
);

/** `identity` holds public key and name. */
const passkeyAdded = defineEvent('PasskeyAdded', z.object({ userId, passkeyId: z.uuid(), by: z.enum(['owner']) }));
const passkeyRemoved = defineEvent(
  'PasskeyRemoved',
  z.object({ userId, passkeyId: z.uuid(), by: z.enum(['owner', 'admin']), left }),
);

/** `left`: remaining third-party logins. */
const thirdPartyLoginUnlinked = defineEvent(
  'ThirdPartyLoginUnlinked',
  z.object({ userId, by: z.enum(['owner', 'reset-link']), left: z.int().min(0) }),
);

const sessionsEnded = defineEvent('SessionsEnded', z.object({ userId, by: z.enum(['operator']) }));

/** Version 1 is older than staff roles; the flag grants nothing. */
const withoutRoles = (data: unknown): unknown => ({ ...(data as object), roles: [] });

/** Replaces the roles held before. */
const staffGranted = defineEvent('StaffGranted', z.object({ userId, roles: z.array(z.enum(STAFF_ROLES)) }), [
  withoutRoles,
]);
const staffRevoked = defineEvent('StaffRevoked', z.object({ userId }));

/** `textVersion`: version of the question's words. */
const consent = { userId, choice: z.enum(CONSENT_CHOICES), textVersion: z.int().min(1) };
const consentGiven = defineEvent('ConsentGiven', z.object(consent));
/** `choice`: the consent that remains. */
const consentWithdrawn = defineEvent('ConsentWithdrawn', z.object(consent));

/** Personal data is erased. */
const accountClosed = defineEvent('AccountClosed', z.object({ userId, by: z.enum(['owner', 'admin']) }));

export const accountEvents = [
  accountRegistered,
  passwordChanged,
  thirdPartyLoginLinked,
  addressProved,
  addressChanged,
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
