import { z } from 'zod';
import type { Contract } from './contract.ts';
import { MAX_CONTACT_FILE_BYTES } from '../constants.ts';

/** The file, the other fields and their separators. */
const MAX_FORM_BYTES = MAX_CONTACT_FILE_BYTES + 64 * 1024;

export const contactContracts = {
  send: {
    method: 'POST',
    path: '/api/contact/',
    summary:
      "Sends a message to the operator: `email`, `subject`, `message`, one `file` (JPEG, PNG or PDF, at most 5 MB) and any number of `picture` ids, as multipart/form-data. Redirects browsers without JavaScript to a page. Refuses forms on other sites' pages.",
    // Sessionless: a form without JavaScript can set no header, and the message names its sender.
    credentials: [],
    access: { who: 'anyone' },
    /** Language of the form's page: errors are answered with a page too. */
    query: z.object({ language: z.string().optional().catch(undefined) }),
    body: { maxBytes: MAX_FORM_BYTES, tooLarge: 'contact_file_too_large' },
    answers: {
      201: { description: 'The message is kept.', schema: z.object({ id: z.uuid() }) },
      303: { description: 'For a browser that sent the form itself: redirects to a page with the outcome.' },
    },
    errors: [
      'validation_failed',
      'client_id_required',
      'contact_file_too_large',
      'contact_file_type_unsupported',
      'too_many_attempts',
      'upload_interrupted',
    ],
  },
} as const satisfies Record<string, Contract>;
