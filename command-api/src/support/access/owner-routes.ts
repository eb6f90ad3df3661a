import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { accessesOfOwner } from '@clearcut/projections/support-access/queries';
import type { TransactionRow } from '@clearcut/projections/transaction/queries';
import { IMAGE_RETENTION_MS } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import { route, type Route } from '../../http/contract.ts';
import { actorOf, type Person, type Requester } from '../../kernel/requester.ts';
import { HOUR_MS } from '../../kernel/time.ts';
import { expirePicture, type TransactionHandler, type TransactionReader } from '../../transaction/index.ts';
import { grantAccess, grantFor, holdUntilOf, withdrawAccess } from '../domain/access.ts';
import { accessContracts as contracts } from '@clearcut/schemas/contracts/support/access';
import type { AccessHandler } from './handler.ts';

export interface OwnerRoutesDeps {
  readonly database: Database;
  readonly reader: TransactionReader;
  readonly transactions: TransactionHandler;
  readonly access: AccessHandler;
}

export function accessRoutes({ database, reader, transactions, access }: OwnerRoutesDeps): Route[] {
  /** @throws CatalogueError transaction_not_found also for an admin of the team: only the owner decides */
  async function openOwn(id: string, requester: Requester): Promise<TransactionRow> {
    const row = await reader.open(id, requester.subject);
    if (!isOwn(row, requester.subject)) throw new CatalogueError('transaction_not_found');
    return row;
  }

  return [
    route(contracts.grant, async ({ params: { id }, body: { hours, caseId }, requester, request }) => {
      const { owner, createdAt } = await openOwn(id, requester);
      const now = new Date();
      // Whole hours, so that repeats match.
      const until = new Date(Math.ceil((now.getTime() + hours * HOUR_MS) / HOUR_MS) * HOUR_MS);
      const isKept = until.getTime() > createdAt.getTime() + IMAGE_RETENTION_MS;
      const { state } = await access.handle(
        id,
        grantAccess({
          transactionId: id,
          owner,
          grantId: derivedId('support-access', id, request.id),
          until: until.toISOString(),
          holdUntil: isKept ? until.toISOString() : null,
          caseId,
        }),
        { ...circumstancesOf(request), commandId: request.id, actor: actorOf(owner), now },
      );
      const grants = state.grants.filter(({ staffId }) => staffId === null);
      const grant = grantFor({ ...state, grants }, '', now);
      if (grant === undefined) throw new Error(`The grant of ${id} that was just made is not open`);
      return { grantId: grant.grantId, until: grant.until, holdUntil: grant.holdUntil };
    }),
    route(contracts.withdraw, async ({ params: { id, grantId }, requester, request }) => {
      const { owner, createdAt } = await openOwn(id, requester);
      const now = new Date();
      const { state } = await access.handle(id, withdrawAccess({ transactionId: id, grantId }), {
        ...circumstancesOf(request),
        commandId: request.id,
        actor: actorOf(owner),
        now,
      });
      const isOld = createdAt.getTime() + IMAGE_RETENTION_MS <= now.getTime();
      // The retention policy would do it within a minute, as after a crash here.
      if (isOld && (holdUntilOf(state) ?? '') <= now.toISOString()) await expirePicture(transactions, id);
    }),
    route(contracts.accesses, async ({ requester }) => {
      return accessesOfOwner(database, requester.subject);
    }),
  ];
}

const circumstancesOf = (request: { readonly id: string }) => ({
  correlationId: request.id,
  causationId: request.id,
});

const isOwn = ({ owner }: TransactionRow, person: Person): boolean =>
  person.kind === 'anonymous' || (owner.kind === 'user' && owner.userId === person.userId);
