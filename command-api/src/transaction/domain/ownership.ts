import type { Owner } from '@clearcut/schemas/transaction/events';
import type { Anonymous, Person } from '../../kernel/requester.ts';

/**
 * Whether a picture may be opened, edited and deleted. Users open their own, admins those of their team too. Who is logged in owns no
 * anonymous picture, whatever credentials the browser still presents: it has to be linked first.
 */
export function mayOpen(requester: Person, owner: Owner): boolean {
  if (requester.kind === 'anonymous') return owner.kind === 'anonymous' && fits(requester, owner);
  if (owner.kind !== 'user') return false;
  return owner.userId === requester.userId || (requester.role === 'admin' && owner.teamId === requester.teamId);
}

/** At least one credential, and every one that is presented fits: one right and one wrong is another person. */
function fits(
  { clientKey, sessionId }: Anonymous,
  owner: { readonly clientKey: string; readonly sessionId: string },
): boolean {
  if (clientKey === undefined && sessionId === undefined) return false;
  return (
    (clientKey === undefined || clientKey === owner.clientKey) &&
    (sessionId === undefined || sessionId === owner.sessionId)
  );
}

/** Whether two uploads are one person's, so that one can be a repeat of the other. */
export function isSameOwner(a: Owner, b: Owner): boolean {
  if (a.kind === 'user') return b.kind === 'user' && a.userId === b.userId;
  return b.kind === 'anonymous' && fits(a, b);
}
