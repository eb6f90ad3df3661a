import type { Owner } from '@clearcut/schemas/transaction/events';
import type { Anonymous, Person } from '../../kernel/requester.ts';

/** Admins also open their team's. A logged-in user must link anonymous pictures first. */
export function mayOpen(requester: Person, owner: Owner): boolean {
  if (requester.kind === 'anonymous') return owner.kind === 'anonymous' && fits(requester, owner);
  if (owner.kind !== 'user') return false;
  return owner.userId === requester.userId || (requester.role === 'admin' && owner.teamId === requester.teamId);
}

/** All given credentials must match: one right and one wrong is another person. */
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

export function isSameOwner(a: Owner, b: Owner): boolean {
  if (a.kind === 'user') return b.kind === 'user' && a.userId === b.userId;
  return b.kind === 'anonymous' && fits(a, b);
}
