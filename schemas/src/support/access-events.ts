import { z } from 'zod';
import { defineEvent, eventGuard, type EventOf } from '../define-event.ts';
import { ownerSchema } from '../transaction/events.ts';
import { sha256Schema } from '../transaction/picture.ts';
import { BREAK_GLASS, BREAK_GLASS_REASONS } from './access.ts';

const ids = { transactionId: z.uuid(), grantId: z.uuid() };
/** Whose the picture was then: that person is told. Ids and digests, as in the picture's own events. */
const owner = { owner: ownerSchema };

/** The owner of a picture lets staff look at it. */
const supportAccessGranted = defineEvent(
  'SupportAccessGranted',
  z.object({
    ...ids,
    ...owner,
    until: z.iso.datetime(),
    /** Until when the picture is kept beyond its 24 hours; null where it would be there that long in any case. */
    holdUntil: z.iso.datetime().nullable(),
    /** The message of the contact form that it belongs to. */
    caseId: z.uuid().nullable(),
  }),
);

const supportAccessWithdrawn = defineEvent('SupportAccessWithdrawn', z.object(ids));

/** A member of staff looks at a picture without its owner's consent. */
const breakGlassOpened = defineEvent(
  'BreakGlassOpened',
  z.object({
    ...ids,
    ...owner,
    staffId: z.uuid(),
    reason: z.enum(BREAK_GLASS_REASONS),
    /** In the words of staff, and without names: it can never be erased. */
    text: z.string().min(BREAK_GLASS.shortestText).max(BREAK_GLASS.longestText),
    until: z.iso.datetime(),
  }),
);

/** A member of staff saw a file of the picture for the first time under a grant. */
const pictureSeenByStaff = defineEvent(
  'PictureSeenByStaff',
  z.object({
    ...ids,
    ...owner,
    staffId: z.uuid(),
    /** The field by which the picture's events name the file, such as `original` or `matte`. */
    file: z.string().min(1).max(60),
    sha256: sha256Schema,
  }),
);

/** Who may look at a picture and who did: a stream a picture, `supportAccess-<transactionId>`, of which its owner sees everything. */
export const supportAccessEvents = [
  supportAccessGranted,
  supportAccessWithdrawn,
  breakGlassOpened,
  pictureSeenByStaff,
] as const;

export type SupportAccessEvent = EventOf<(typeof supportAccessEvents)[number]>;
export const isSupportAccessEvent = eventGuard(supportAccessEvents);
