import { CREDITS_CHARGED_HEADER, CREDITS_LEFT_HEADER } from '../../http/credit-headers.ts';
import { transactionParamsSchema } from '../../transaction/http.ts';
import { saveAnswerSchema, saveBodySchema, saveQuerySchema } from '../../transaction/saves-http.ts';
import type { Contract } from '../contract.ts';

export const saveContracts = {
  save: {
    method: 'POST',
    path: '/api/transaction/:id/save/',
    summary:
      'Saves the current picture in HD for one credit, whatever is edited meanwhile, and answers when the file is ready; after a minute with 503, `Retry-After` and the place in the queue. Differing settings in the body become an edit first. Saving the same state again is free; a repeat under the same Idempotency-Key returns the first save. A guessed subject needs `acceptGuess`. `bulk=true` gives way to single saves.',
    credentials: ['session'],
    access: { who: 'visitor', sections: ['editor'] },
    params: transactionParamsSchema,
    paramsError: 'transaction_not_found',
    query: saveQuerySchema,
    body: saveBodySchema,
    idempotent: true,
    cache: 'no-store',
    answers: {
      200: {
        description: `The receipt. The headers ${CREDITS_CHARGED_HEADER} and ${CREDITS_LEFT_HEADER} say what this request cost and what is left.`,
        schema: saveAnswerSchema,
      },
    },
    errors: [
      'login_to_save',
      'no_credits',
      'transaction_not_found',
      'image_expired',
      'image_not_ready',
      'image_failed',
      'guess_unconfirmed',
      'background_not_found',
      'too_many_edits',
      'validation_failed',
      'idempotency_key_invalid',
      'idempotency_key_reused',
      'save_failed',
      'render_failed',
      'edit_unreadable',
      'subject_lost',
      'save_queued',
      'service_unavailable',
    ],
  },
} as const satisfies Record<string, Contract>;
