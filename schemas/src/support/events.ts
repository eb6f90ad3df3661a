import { z } from 'zod';
import { defineEvent, eventGuard, type EventOf } from '../define-event.ts';
import { SUPPORT } from '../constants.ts';
import { sha256Schema } from '../transaction/picture.ts';
import { LOOKUP_KINDS, STAFF_ACTIONS } from './kinds.ts';

const ids = { actionId: z.uuid(), staffId: z.uuid() };

/** Staff searched. What they typed may name a person, so the log has a keyed digest of it. */
const staffLookedUp = defineEvent(
  'StaffLookedUp',
  z.object({ ...ids, by: z.enum(LOOKUP_KINDS), keyDigest: sha256Schema, found: z.int().min(0) }),
);

/** Staff opened or changed something. */
const staffActed = defineEvent(
  'StaffActed',
  z.object({
    ...ids,
    action: z.enum(STAFF_ACTIONS),
    /** What it was done to: the id of a picture, a team or a message. Null where it was done to no one thing. */
    target: z.string().max(200).nullable(),
    /** Whose it is: the admins of this team see the action in their security log. Null for a visitor's picture, and for what is no team's. */
    ownerTeamId: z.uuid().nullable(),
    /** In the words of staff, and without names: it can never be erased. */
    reason: z.string().max(SUPPORT.reasonLength).nullable(),
  }),
  // Version 1 did not say whose the target is.
  [(data) => ({ ...(data as object), ownerTeamId: null })],
);

/** Each action is a stream of one event, so that no member of staff waits for another. */
export const staffActionEvents = [staffLookedUp, staffActed] as const;

export type StaffActionEvent = EventOf<(typeof staffActionEvents)[number]>;
export const isStaffActionEvent = eventGuard(staffActionEvents);
