import { z } from 'zod';
import { defineEvent, eventGuard, type EventOf } from '../define-event.ts';
import { permissionSectionSchema, roleSchema } from './permissions.ts';

const ids = { teamId: z.uuid(), userId: z.uuid() };

const rights = {
  role: roleSchema,
  /** Sorted and each once; empty but for limited members. */
  permissions: z.array(permissionSectionSchema),
  mayDeleteOwnAccount: z.boolean(),
};

/** A team begins with its first admin, the person who signed up. */
const teamCreated = defineEvent('TeamCreated', z.object(ids));

/** An admin made an account with a first password: a member at once. Written by versions before addresses had to be proved. */
const memberAdded = defineEvent('MemberAdded', z.object({ ...ids, ...rights }));

/** An admin invited a person: Pending until they accept. */
const memberInvited = defineEvent('MemberInvited', z.object({ ...ids, ...rights }));

/** The invitation was sent once more; earlier links no longer work. */
const invitationResent = defineEvent('InvitationResent', z.object(ids));

const invitationAccepted = defineEvent('InvitationAccepted', z.object(ids));

/** Role, sections or the right to close the own account are others from here on. */
const memberRightsChanged = defineEvent('MemberRightsChanged', z.object({ ...ids, ...rights }));

const memberRemoved = defineEvent(
  'MemberRemoved',
  z.object({ ...ids, reason: z.enum(['removed-by-admin', 'account-closed', 'invitation-declined']) }),
  // Version 1 knew no declined invitations.
  [(data) => data],
);

/** An admin keeps a member out: sessions end, and the account cannot be logged in to until an admin lets the member in again. */
const memberDisabled = defineEvent('MemberDisabled', z.object(ids));
const memberEnabled = defineEvent('MemberEnabled', z.object(ids));

/** Whether members need a second factor from here on. `userId` is the admin who decided it. */
const secondFactorPolicyChanged = defineEvent('SecondFactorPolicyChanged', z.object({ ...ids, required: z.boolean() }));

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
