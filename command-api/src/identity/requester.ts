import type { AnonymousOwner } from '@clearcut/schemas/transaction/events';

/** The credentials that a request presents, in the form in which they stand in events. */
export type Requester = Partial<AnonymousOwner>;

/** At least one credential, and every one that is presented fits: one right and one wrong is somebody else. */
export function owns(requester: Requester, owner: AnonymousOwner): boolean {
  const { clientKey, sessionId } = requester;
  if (clientKey === undefined && sessionId === undefined) return false;
  return (
    (clientKey === undefined || clientKey === owner.clientKey) &&
    (sessionId === undefined || sessionId === owner.sessionId)
  );
}
