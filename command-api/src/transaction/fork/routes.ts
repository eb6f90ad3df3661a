import { derivedId } from '@clearcut/platform/event-store/event-id';
import { route, type Route } from '../../http/contract.ts';
import { idempotencyKeyOf } from '../../http/headers/idempotency.ts';
import { actorOf, ownerOf } from '../../kernel/requester.ts';
import type { TransactionReader } from '../read/reader.ts';
import { viewOf } from '../read/view.ts';
import { forkContracts as contracts } from '@clearcut/schemas/contracts/transaction/fork';
import type { Forker } from './forker.ts';

export interface ForkDeps {
  readonly reader: TransactionReader;
  readonly forker: Forker;
}

export function forkRoutes({ reader, forker }: ForkDeps): Route[] {
  return [
    route(contracts.fork, async ({ params, requester, request }) => {
      const { id: from } = await reader.open(params.id, requester.subject);
      const owner = ownerOf(requester);
      const who = owner.kind === 'user' ? owner.userId : owner.clientKey;
      const id = derivedId('fork', from, who, idempotencyKeyOf(request) ?? request.id);
      const version = await forker.fork({
        id,
        from,
        askedModel: null,
        by: 'owner',
        correlationId: request.id,
        actor: actorOf(owner),
        address: request.ip,
      });
      const row = await reader.open(id, requester.subject, version);
      return viewOf(row);
    }),
  ];
}
