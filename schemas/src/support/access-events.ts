import { z } from 'zod';
import { defineEvent, eventGuard, type EventOf } from '../define-event.ts';
import { ownerSchema } from '../transaction/events.ts';
import { sha256Schema } from '../transaction/picture.ts';
import { BREAK_GLASS, BREAK_GLASS_REASONS } from './access.ts';

const ids = { transactionId: z.uuid(), grantId: z.uuid() };
/** Owner at that time, who is notified. Ids and digests only. */
const owner = { owner: ownerSchema };

const supportAccessGranted = defineEvent(
  'SupportAccessGranted',
  z.object({
    ...ids,
    ...owner,
    until: z.iso.datetime(),
    /** Extends the picture's life beyond 24 hours; null when not needed. */
    holdUntil: z.iso.datetime().nullable(),
    /** Message of the contact form. */
    caseId: z.uuid().nullable(),
  }),
);

const supportAccessWithdrawn = defineEvent('SupportAccessWithdrawn', z.object(ids));

const breakGlassOpened = defineEvent(
  'BreakGlassOpened',
  z.object({
    ...ids,
    ...owner,
    staffId: z.uuid(),
    reason: z.enum(BREAK_GLASS_REASONS),
    /** By staff, without names: never erased. */
    text: z.string().min(BREAK_GLASS.shortestText).max(BREAK_GLASS.longestText),
    until: z.iso.datetime(),
  }),
);

const pictureSeenByStaff = defineEvent(
  'PictureSeenByStaff',
  z.object({
    ...ids,
    ...owner,
    staffId: z.uuid(),
    /** Field of the picture's events, such as `original` or `matte`. */
    file: z.string().min(1).max(60),
    sha256: sha256Schema,
  }),
);

/** One stream per picture, `supportAccess-<transactionId>`; its owner reads all of it. */
export const supportAccessEvents = [
  supportAccessGranted,
  supportAccessWithdrawn,
  breakGlassOpened,
  pictureSeenByStaff,
] as const;

export type SupportAccessEvent = EventOf<(typeof supportAccessEvents)[number]>;
export const isSupportAccessEvent = eventGuard(supportAccessEvents);
