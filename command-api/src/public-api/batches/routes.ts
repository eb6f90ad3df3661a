import { randomUUID } from 'node:crypto';
import type { Database } from '@clearcut/platform/database/database';
import { countBatch } from '@clearcut/projections/transaction/queries';
import { route, type Route } from '../../http/contract.ts';
import { type BulkDeps, expiredBefore, refuseBulk } from '../../transaction/index.ts';
import { batchContracts as contracts } from './contracts.ts';

/** A batch is just a name shared by pictures; an empty one is not stored. */
export function batchRoutes(deps: BulkDeps & { readonly database: Database }): Route[] {
  return [
    route(contracts.create, async ({ requester, reply }) => {
      await refuseBulk(requester.subject, deps);
      const id = randomUUID();
      reply.headers({ location: `/v1/batches/${id}/`, 'cache-control': 'no-store' });
      return { id, total: 0, processing: 0, ready: 0, failed: 0 };
    }),
    route(contracts.get, async ({ params, requester, reply }) => {
      reply.header('cache-control', 'no-store');
      const { userId } = requester.subject;
      return { id: params.id, ...(await countBatch(deps.database, userId, params.id, expiredBefore(new Date()))) };
    }),
  ];
}
