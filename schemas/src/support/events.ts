import { z } from 'zod';
import { defineEvent, eventGuard, type EventOf } from '../define-event.ts';
import { SUPPORT } from '../constants.ts';
import { sha256Schema } from '../transaction/picture.ts';
import { LOOKUP_KINDS, STAFF_ACTIONS } from './kinds.ts';

const ids = { actionId: z.uuid(), staffId: z.uuid() };

/** A keyed digest of what staff typed, since it may name a person. */
const staffLookedUp = defineEvent(
  'StaffLookedUp',
  z.object({ ...ids, by: z.enum(LOOKUP_KINDS), keyDigest: sha256Schema, found: z.int().min(0) }),
);

const staffActed = defineEvent(
  'StaffActed',
  z.object({
    ...ids,
    action: z.enum(STAFF_ACTIONS),
    /** Id of a picture, team or message; null without a single target. */
    target: z.string().max(200).nullable(),
    /** The team whose admins see it in their security log; null for visitors' pictures. */
    ownerTeamId: z.uuid().nullable(),
    /** By staff, without names: never erased. */
    reason: z.string().max(SUPPORT.reasonLength).nullable(),
  }),
  // Version 1 had no owner.
  [(data) => ({ ...(data as object), ownerTeamId: null })],
);

/** One stream per action, so that staff never conflict. */
export const staffActionEvents = [staffLookedUp, staffActed] as const;

export type StaffActionEvent = EventOf<(typeof staffActionEvents)[number]>;
export const isStaffActionEvent = eventGuard(staffActionEvents);
