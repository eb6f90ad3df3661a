import { z } from 'zod';
import { CONTACT_SUBJECT_LENGTH, CONTACT_TEXT_LENGTH } from '../constants.ts';
import { emailSchema } from '../form-fields.ts';
import { idSchema } from '../id.ts';
import { languageSchema } from '../identity/http.ts';
import { requiredLineSchema, wordsSchema } from '../text/fields.ts';

export const contactFormSchema = z.enum(['public', 'member', 'admin']);
export type ContactForm = z.infer<typeof contactFormSchema>;

export const CONTACT_REASONS = ['question', 'problem', 'billing', 'privacy', 'other'] as const;
export const contactReasonSchema = z.enum(CONTACT_REASONS);

const MAX_PICTURES = 20;

export const contactSchema = z.object({
  email: emailSchema,
  subject: requiredLineSchema(CONTACT_SUBJECT_LENGTH),
  message: wordsSchema({ max: CONTACT_TEXT_LENGTH }),
  reason: contactReasonSchema.default('question'),
  form: contactFormSchema.default('public'),
  language: languageSchema.default('en'),
  /** The owner grants access on the picture itself. */
  pictures: z.array(idSchema).max(MAX_PICTURES).default([]),
});
