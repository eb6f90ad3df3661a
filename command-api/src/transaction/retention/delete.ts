import { derivedId } from '@clearcut/platform/event-store/event-id';
import { actorOf, type KeyRequester, ownerOf, type Requester } from '../../kernel/requester.ts';
import { deleteTransaction } from '../domain/transaction.ts';
import type { TransactionHandler } from '../handler.ts';
import type { TransactionReader } from '../read/reader.ts';

/** Idempotent. @throws CatalogueError transaction_not_found */
export async function deletePicture(
  { handler, reader }: { readonly handler: TransactionHandler; readonly reader: TransactionReader },
  transactionId: string,
  requester: Requester | KeyRequester,
  requestId: string,
): Promise<void> {
  const commandId = derivedId('delete', transactionId);
  const { version } = await handler.handle(transactionId, deleteTransaction(transactionId, requester.subject), {
    commandId,
    correlationId: requestId,
    causationId: commandId,
    actor: actorOf(ownerOf(requester)),
    now: new Date(),
  });
  await reader.settle(transactionId, version);
}
