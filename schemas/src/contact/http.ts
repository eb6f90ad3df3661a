import { z } from 'zod';
import { CONTACT_SUBJECT_LENGTH, CONTACT_TEXT_LENGTH } from '../constants.ts';
import { emailSchema } from '../form-fields.ts';
import { idSchema } from '../id.ts';
import { languageSchema } from '../identity/http.ts';

/** Which form the sender filled in: the public page, the dialog of a member, or that of an admin. */
export const contactFormSchema = z.enum(['public', 'member', 'admin']);
export type ContactForm = z.infer<typeof contactFormSchema>;

export const CONTACT_REASONS = ['question', 'problem', 'billing', 'privacy', 'other'] as const;
export const contactReasonSchema = z.enum(CONTACT_REASONS);

const MOST_PICTURES = 20;

const line = (max: number) =>
  z
    .string('This field is required')
    .trim()
    .min(1, 'This field is required')
    .max(max, `Cannot exceed ${max} characters`)
    // Mails and lists show it on one line.
    .regex(/^[^\p{Cc}]*$/u, 'Use only characters that can be seen');

export const contactSchema = z.object({
  email: emailSchema,
  subject: line(CONTACT_SUBJECT_LENGTH),
  message: z
    .string('This field is required')
    .trim()
    .min(1, 'This field is required')
    // A browser sends each line break as two characters, and counts it as one.
    .transform((text) => text.replaceAll('\r\n', '\n'))
    .pipe(
      z
        .string()
        .max(CONTACT_TEXT_LENGTH, `Cannot exceed ${CONTACT_TEXT_LENGTH} characters`)
        // PostgreSQL cannot store NUL.
        .regex(/^[^\0]*$/, 'Use only characters that can be seen'),
    ),
  reason: contactReasonSchema.default('question'),
  form: contactFormSchema.default('public'),
  language: languageSchema.default('en'),
  /** Pictures that it is about. What support may see of them, their owner says to the picture itself. */
  pictures: z.array(idSchema).max(MOST_PICTURES).default([]),
});
