import type { Tx } from '@clearcut/platform/database/database';
import type { EventStore } from '@clearcut/platform/event-store/port';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { maySee } from '@clearcut/schemas/team/permissions';
import { route, type Route } from '../../http/contract.ts';
import type { TransactionHandler } from '../handler.ts';
import type { Member } from '../../kernel/requester.ts';
import { mayOpen } from '../domain/ownership.ts';
import { readReceipt } from './receipts.ts';
import { receiptContracts as contracts } from '@clearcut/schemas/contracts/transaction/receipts';

/** Receipts hold digests and no pixels, so readers of the ledger may read them. */
const mayAudit = (requester: Member, teamId: string): boolean =>
  requester.teamId === teamId && maySee(requester, 'transactionHistory');

export function receiptRoutes(deps: {
  readonly eventStore: EventStore<ClearcutEvent>;
  readonly database: Tx;
  readonly handler: TransactionHandler;
}): Route[] {
  return [
    route(contracts.receipt, async ({ params, requester }) => {
      const { id, saveId } = params;
      const { state } = await deps.handler.load(id);
      if (state === null) throw new CatalogueError('save_not_found');
      const receipt = await readReceipt(deps, id, saveId);
      // Not `reader`, which hides removed pictures.
      const mayRead =
        receipt !== undefined &&
        (mayOpen(requester.subject, state.picture.owner) ||
          (receipt.ledger !== null && mayAudit(requester.subject, receipt.ledger.teamId)));
      if (!mayRead) throw new CatalogueError('save_not_found');
      return receipt;
    }),
  ];
}
