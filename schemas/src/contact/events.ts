import { z } from 'zod';
import { defineEvent, eventGuard, type EventOf } from '../define-event.ts';
import { contactFormSchema, contactReasonSchema } from './http.ts';

const ids = { messageId: z.uuid() };

/** A person wrote to the operator. What they wrote, and their address, lie in tables that can be erased. */
const messageReceived = defineEvent(
  'MessageReceived',
  z.object({ ...ids, form: contactFormSchema, reason: contactReasonSchema, hasFile: z.boolean() }),
);

/** Text, address and file of the message are gone. */
const messageErased = defineEvent('MessageErased', z.object({ ...ids, by: z.enum(['retention']) }));

export const contactEvents = [messageReceived, messageErased] as const;

export type ContactEvent = EventOf<(typeof contactEvents)[number]>;
export const isContactEvent = eventGuard(contactEvents);
