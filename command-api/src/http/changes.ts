import type { Contract } from '@clearcut/schemas/contracts/contract';
import type { KeyRequester, Requester } from '../kernel/requester.ts';
import { networkOf } from './networks.ts';

/** Leaves out pictures and invitations, which have limits of their own, and deletions, whose making was counted. */
export function countsAsChange({ method, isUnsafe, access, scope, isCounted }: Contract): boolean {
  if (isCounted !== undefined) return isCounted;
  if (method === 'DELETE' || (method === 'GET' && isUnsafe !== true)) return false;
  const isOfMembers = access.who === 'user' || access.who === 'admin';
  return isOfMembers && (scope === undefined || scope.endsWith(':manage'));
}

/** Counts the keys of a team together, apart from its members. */
export function callerOf(requester: Requester | KeyRequester | undefined, address: string): string {
  if (requester?.subject.kind !== 'user') return networkOf(address);
  return requester.via.kind === 'api-key' ? `keys of ${requester.subject.teamId}` : requester.subject.userId;
}
