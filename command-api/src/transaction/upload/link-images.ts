import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { findLinkable } from '@clearcut/projections/transaction/queries';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { UserOwner } from '@clearcut/schemas/transaction/events';
import { actorOf, type MemberRequester } from '../../kernel/requester.ts';
import { linkImage } from '../domain/transaction.ts';
import type { TransactionHandler } from '../handler.ts';
import type { TransactionReader } from '../read/reader.ts';

/**
 * Moves the pictures of the login's anonymous session, one event each; after a crash the next call moves the rest.
 * Returns the number moved.
 * @throws CatalogueError link_images_failed for any other session
 */
export async function linkImages(
  deps: { readonly database: Database; readonly handler: TransactionHandler; readonly reader: TransactionReader },
  anonymousSessionId: string,
  { subject: user, via }: MemberRequester,
  correlationId: string,
): Promise<number> {
  const { database, handler, reader } = deps;
  if (via.anonymousSessionId !== anonymousSessionId) throw new CatalogueError('link_images_failed');
  const { userId, teamId } = user;
  const owner: UserOwner = { kind: 'user', userId, teamId, sessionId: anonymousSessionId };
  let linked = 0;
  for (const transactionId of await findLinkable(database, anonymousSessionId)) {
    const commandId = derivedId('link', transactionId, userId);
    const context = { commandId, correlationId, causationId: commandId, actor: actorOf(user), now: new Date() };
    const { version, events } = await handler.handle(transactionId, linkImage(transactionId, owner), context);
    await reader.settle(transactionId, version);
    linked += events.length;
  }
  return linked;
}
