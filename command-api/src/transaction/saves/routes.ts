import { createHash } from 'node:crypto';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { CatalogueError } from '@clearcut/schemas/errors';
import { CREDITS_CHARGED_HEADER, CREDITS_LEFT_HEADER } from '@clearcut/schemas/http/credit-headers';
import type { SceneSettingsPatch } from '@clearcut/schemas/transaction/scene';
import { route, type Route } from '../../http/contract.ts';
import { idempotencyKeyOf } from '../../http/headers/idempotency.ts';
import { isMember, type Member, ownerOf } from '../../kernel/requester.ts';
import type { Editor } from '../edits/editor.ts';
import type { TransactionReader } from '../reader.ts';
import { requestBefore, type SaveIntent } from './requests.ts';
import { saveContracts } from './contracts.ts';
import type { SavesDeps } from './dependencies.ts';
import { saveInHd } from './save-in-hd.ts';

export function saveRoutes(deps: SavesDeps & { readonly reader: TransactionReader; readonly editor: Editor }): Route[] {
  const { reader, editor } = deps;
  return [
    route(saveContracts.save, async ({ params, query, body, requester: sender, request, reply }) => {
      if (!isMember(sender)) throw new CatalogueError('login_to_save');
      const { subject: requester } = sender;
      const transactionId = params.id;
      // By the clock too, which no command looks at.
      await reader.open(transactionId, requester);
      const owner = ownerOf(sender);
      const settings = body;
      const idempotencyKey = idempotencyKeyOf(request);
      const intent =
        idempotencyKey === undefined && !query.bulk
          ? undefined
          : intentOf(transactionId, requester, { key: idempotencyKey ?? request.id, settings, isBulk: query.bulk });
      const isRepeat =
        intent !== undefined && requestBefore(intent, (await deps.handler.load(transactionId)).state) !== undefined;
      // The settings of a repeat were set when it came first, and may have been changed since.
      const editRequest = {
        transactionId,
        requester,
        owner,
        idempotencyKey,
        requestId: request.id,
        address: request.ip,
      };
      const opId = isRepeat ? undefined : await editor.settingsOfSave(editRequest, settings);
      const hasKey = idempotencyKey !== undefined;
      const order = { transactionId, requester, requestId: request.id, opId, intent, hasKey };
      const { answer, charged } = await saveInHd(deps, order);
      // Who is told of a save may download it.
      await reader.settle(transactionId, (await deps.handler.load(transactionId)).version);
      reply.headers({
        'cache-control': 'no-store',
        [CREDITS_CHARGED_HEADER]: charged,
        [CREDITS_LEFT_HEADER]: answer.creditsLeft,
      });
      return answer;
    }),
  ];
}

/** What makes a save the same as an earlier one of this person with its Idempotency-Key. */
function intentOf(
  transactionId: string,
  { userId }: Member,
  { key, settings, isBulk }: { readonly key: string; readonly settings: SceneSettingsPatch; readonly isBulk: boolean },
): SaveIntent {
  return {
    requestId: derivedId('save-request', transactionId, userId, key),
    settings: createHash('sha256').update(JSON.stringify(settings)).digest('hex'),
    isBulk,
  };
}
