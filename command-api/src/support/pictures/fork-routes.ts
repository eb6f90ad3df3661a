import type { Database } from '@clearcut/platform/database/database';
import { listSeenModels } from '@clearcut/projections/models-seen/queries';
import { findTransaction } from '@clearcut/projections/transaction/queries';
import { CatalogueError } from '@clearcut/schemas/errors';
import { route, type Route } from '../../http/contract.ts';
import { type Forker, isExpired } from '../../transaction/index.ts';
import type { StaffLog } from '../staff-log.ts';
import { forkContracts as contracts } from '@clearcut/schemas/contracts/support/pictures';

export interface ForkRoutesDeps {
  readonly database: Database;
  readonly forker: Forker;
  readonly staffLog: StaffLog;
}

export function forkRoutes({ database, forker, staffLog }: ForkRoutesDeps): Route[] {
  return [
    route(contracts.models, async () => {
      const models = await listSeenModels(database);
      return models.map(({ firstSeenAt, lastUsedAt, ...model }) => ({
        ...model,
        firstSeenAt: firstSeenAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      }));
    }),
    route(contracts.fork, async ({ params: { id: from }, body, requester, request }) => {
      const { forkId, model, reason } = body;
      const row = await findTransaction(database, from);
      if (row === undefined || row.deletedAt !== null) throw new CatalogueError('transaction_not_found');
      if (isExpired(row, new Date())) throw new CatalogueError('image_expired');
      if (!(await listSeenModels(database)).some(({ name }) => name === model))
        throw new CatalogueError('model_missing');
      const { owner } = row;
      const ownerTeamId = owner.kind === 'user' ? owner.teamId : null;
      const act = { action: 'fork-picture', target: from, ownerTeamId, reason, commandId: forkId } as const;
      await forker.fork({
        id: forkId,
        from,
        askedModel: model,
        by: 'staff',
        correlationId: request.id,
        actor: { kind: 'staff', id: requester.subject.userId },
        address: null,
        record: () => staffLog.acted(act, { requester, request }),
      });
      return { id: forkId };
    }),
  ];
}
