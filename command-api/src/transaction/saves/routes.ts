import { CatalogueError } from '@clearcut/schemas/errors';
import { CREDITS_CHARGED_HEADER, CREDITS_LEFT_HEADER } from '@clearcut/schemas/http/credit-headers';
import { route, type Route } from '../../http/contract.ts';
import { isMember } from '../../kernel/requester.ts';
import { saveContracts } from '@clearcut/schemas/contracts/transaction/saves';
import type { SavesDeps } from './dependencies.ts';
import { type OrderDeps, orderOf } from './order.ts';
import { saveInHd } from './save-in-hd.ts';

export function saveRoutes(deps: SavesDeps & OrderDeps): Route[] {
  const { reader } = deps;
  return [
    route(saveContracts.save, async ({ params, query, body, requester, request, reply }) => {
      if (!isMember(requester)) throw new CatalogueError('login_to_save');
      const { acceptGuess: acceptsGuess, ...settings } = body;
      const asked = { transactionId: params.id, settings, acceptsGuess, isBulk: query.bulk };
      const order = await orderOf(deps, asked, requester, request);
      const { answer, charged } = await saveInHd(deps, order);
      // The file can be downloaded once the response arrives.
      await reader.settle(params.id, answer.receipt.event.version);
      reply.headers({
        [CREDITS_CHARGED_HEADER]: charged,
        [CREDITS_LEFT_HEADER]: answer.creditsLeft,
      });
      return answer;
    }),
  ];
}
