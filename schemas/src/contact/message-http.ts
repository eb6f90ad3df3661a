import { z } from 'zod';
import { CONTACT_TEXT_LENGTH, PLANS } from '../constants.ts';
import { CONTACT_REASONS, contactFormSchema } from './http.ts';
import { idSchema } from '../id.ts';
import { wordsSchema } from '../text/fields.ts';

export const messageLineSchema = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  form: contactFormSchema,
  reason: z.enum(CONTACT_REASONS),
  subject: z.string(),
  answeredAt: z.iso.datetime().nullable(),
  /** Team of the account that has the sender's address. */
  teamId: z.uuid().nullable(),
  /** The team bought the support add-on: answered first. */
  hasSupport: z.boolean(),
  /** Member of the staff who takes care of it. */
  assignedTo: z.uuid().nullable(),
  /** Answered or not. */
  closedAt: z.iso.datetime().nullable(),
});
export type MessageLine = z.infer<typeof messageLineSchema>;

export const messageSchema = messageLineSchema.extend({
  email: z.string(),
  language: z.string(),
  message: z.string(),
  pictures: z.array(z.uuid()),
  fileName: z.string().nullable(),
  /** The sender's team has it. */
  plan: z.enum(PLANS).nullable(),
  /** Refused requests of the sender, newest first. */
  errors: z.array(z.object({ id: z.uuid(), at: z.iso.datetime(), code: z.string() })),
  /** Oldest first. */
  answers: z.array(
    z.object({
      id: z.uuid(),
      at: z.iso.datetime(),
      staffId: z.uuid(),
      text: z.string(),
      isMailed: z.boolean(),
    }),
  ),
});
export type MessageView = z.infer<typeof messageSchema>;

/** `isMine`: the sender takes the message on, or gives it back. */
export const messageChangeSchema = z.strictObject({ isMine: z.boolean().optional(), isClosed: z.boolean().optional() });
export type MessageChange = z.infer<typeof messageChangeSchema>;

export const answerBodySchema = z.strictObject({
  /** Idempotency key chosen by the caller. */
  answerId: idSchema,
  text: wordsSchema({ max: CONTACT_TEXT_LENGTH }),
});
