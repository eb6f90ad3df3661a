import { z } from 'zod';
import { defineEvent, eventGuard, type EventOf } from '../define-event.ts';
import { HERO_VARIANTS } from '../site/hero-variant.ts';

/** Holds no click id. */
const accountAttributed = defineEvent(
  'AccountAttributed',
  z.object({
    userId: z.uuid(),
    source: z.string().min(1).max(253),
    medium: z.string().min(1).max(100),
    campaign: z.string().min(1).max(100).nullable(),
    variant: z.enum(HERO_VARIANTS),
  }),
);

export const attributionEvents = [accountAttributed] as const;

export type AttributionEvent = EventOf<(typeof attributionEvents)[number]>;
export const isAttributionEvent = eventGuard(attributionEvents);
