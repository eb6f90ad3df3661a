import { z } from 'zod';
import { defineEvent, eventGuard, type EventOf } from '../define-event.ts';
import { contactFormSchema, contactReasonSchema } from './http.ts';

const ids = { messageId: z.uuid() };

/** Erasable tables hold text and address. */
const messageReceived = defineEvent(
  'MessageReceived',
  z.object({ ...ids, form: contactFormSchema, reason: contactReasonSchema, hasFile: z.boolean() }),
);

const messageErased = defineEvent('MessageErased', z.object({ ...ids, by: z.enum(['retention']) }));

export const contactEvents = [messageReceived, messageErased] as const;

export type ContactEvent = EventOf<(typeof contactEvents)[number]>;
export const isContactEvent = eventGuard(contactEvents);
