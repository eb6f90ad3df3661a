import { z } from 'zod';
import { defineEvent, eventGuard, type EventOf } from '../define-event.ts';
import { permissionSectionSchema, roleSchema } from './permissions.ts';

const ids = { teamId: z.uuid(), userId: z.uuid() };

const rights = {
  role: roleSchema,
  /** Sorted and unique; empty but for limited members. */
  permissions: z.array(permissionSectionSchema),
  mayDeleteOwnAccount: z.boolean(),
};

const teamCreated = defineEvent('TeamCreated', z.object(ids));

/** Written by versions before addresses had to be proved. */
const memberAdded = defineEvent('MemberAdded', z.object({ ...ids, ...rights }));

/** Pending until accepted. */
const memberInvited = defineEvent('MemberInvited', z.object({ ...ids, ...rights }));

/** Earlier links stop working. */
const invitationResent = defineEvent('InvitationResent', z.object(ids));

const invitationAccepted = defineEvent('InvitationAccepted', z.object(ids));

const memberRightsChanged = defineEvent('MemberRightsChanged', z.object({ ...ids, ...rights }));

const memberRemoved = defineEvent(
  'MemberRemoved',
  z.object({ ...ids, reason: z.enum(['removed-by-admin', 'account-closed', 'invitation-declined']) }),
  // Version 1 had no declined invitations.
  [(data) => data],
);

/** Ends sessions and blocks logins until an admin enables the member. */
const memberDisabled = defineEvent('MemberDisabled', z.object(ids));
const memberEnabled = defineEvent('MemberEnabled', z.object(ids));

/** `userId`: the admin. `from`: null at once. */
const secondFactorPolicyChanged = defineEvent(
  'SecondFactorPolicyChanged',
  z.object({ ...ids, required: z.boolean(), from: z.iso.datetime().nullable() }),
  [(data) => ({ ...(data as object), from: null })],
);

export const teamEvents = [
  teamCreated,
  memberAdded,
  memberInvited,
  invitationResent,
  invitationAccepted,
  memberRightsChanged,
  memberRemoved,
  memberDisabled,
  memberEnabled,
  secondFactorPolicyChanged,
] as const;

export type TeamEvent = EventOf<(typeof teamEvents)[number]>;
export const isTeamEvent = eventGuard(teamEvents);
