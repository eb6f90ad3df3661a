import { CatalogueError } from '@clearcut/schemas/errors';
import { CREDITS_CHARGED_HEADER, CREDITS_LEFT_HEADER } from '@clearcut/schemas/http/credit-headers';
import { transactionParamsSchema } from '@clearcut/schemas/transaction/http';
import { saveAnswerSchema, saveBodySchema } from '@clearcut/schemas/transaction/saves-http';
import { type Contract, route, type Route } from '../http/contract.ts';
import type { Identity } from '../http/identity.ts';
import type { Editor } from './edits-editor.ts';
import { withOwnIds } from './edits-routes.ts';
import type { TransactionReader } from './reader.ts';
import { type SavesParts, saveInHd } from './saves-saga.ts';

export const saveContracts = {
  save: {
    method: 'POST',
    path: '/api/transaction/:id/save/',
    summary:
      'Saves the picture in HD as it is now, for one credit, and answers when the file is there. Settings in the body that differ become an edit first. The same picture state again costs nothing.',
    credentials: 'client-id',
    access: { who: 'visitor', sections: ['editor'] },
    params: transactionParamsSchema,
    paramsError: 'transaction_not_found',
    body: saveBodySchema,
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
      'background_not_found',
      'too_many_edits',
      'validation_failed',
      'save_failed',
      'service_unavailable',
    ],
  },
} as const satisfies Record<string, Contract>;

export function saveRoutes(
  parts: SavesParts & { readonly identity: Identity; readonly reader: TransactionReader; readonly editor: Editor },
): Route[] {
  const { identity, reader, editor } = parts;
  return [
    route(saveContracts.save, async ({ params, body, requester, request, reply }) => {
      if (requester.kind === 'anonymous') throw new CatalogueError('login_to_save');
      const transactionId = params.id.toLowerCase();
      // By the clock too, which no command looks at.
      await reader.open(transactionId, requester);
      const owner = identity.ownerOf(request, requester);
      const edit = { transactionId, requester, owner, idempotencyKey: undefined, requestId: request.id };
      await editor.settings(edit, withOwnIds(body));
      const { answer, charged } = await saveInHd(parts, { transactionId, requester, requestId: request.id });
      return reply
        .headers({
          'cache-control': 'no-store',
          [CREDITS_CHARGED_HEADER]: charged,
          [CREDITS_LEFT_HEADER]: answer.creditsLeft,
        })
        .send(answer);
    }),
  ];
}
