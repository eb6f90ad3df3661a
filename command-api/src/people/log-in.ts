import type { Database } from '@clearcut/platform/database/database';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Profile } from '@clearcut/schemas/identity/http';
import type { HttpReply, HttpRequest } from '../http/message.ts';
import type { BrowserSession } from '../identity/session/browser-session.ts';
import type { Membership } from '../team/membership.ts';
import { type Account, findAccount, recordLogin } from '../identity/account/accounts.ts';
import { profileOf } from '../identity/account/profile.ts';
import {
  type Circumstances,
  foundsTeam,
  registerAccount,
  type RegistrationParts,
} from '../identity/account/register-account.ts';
import { isMember, type Requester } from '../kernel/requester.ts';
import { createSession, endSession } from '../identity/session/sessions.ts';

export interface EntryParts extends RegistrationParts {
  readonly database: Database;
  readonly browserSession: BrowserSession;
  readonly membership: Membership;
}

/** Who comes in, by which request. */
export interface Visit {
  readonly request: HttpRequest;
  readonly reply: HttpReply;
  readonly requester: Requester;
}

/**
 * Logs the owner of an account in, who has proved to be that: a new session under a token that nobody has seen before, so that a cookie
 * that was planted, or is known to somebody else, opens nothing. A login that this browser had ends.
 * @throws CatalogueError user_disabled for somebody whom the team has removed, or does not know yet
 */
export async function enter(parts: EntryParts, userId: string, visit: Visit): Promise<Profile> {
  const { database, browserSession, membership } = parts;
  const { request, reply, requester } = visit;
  const account = await findAccount(database, userId);
  if (account === undefined) throw new CatalogueError('user_disabled');
  const findMember = () => membership.find({ userId, teamId: account.teamId });
  await ensureRegistered(parts, account, circumstancesOf(account, request));
  const member = await findMember();
  if (member === undefined) throw new CatalogueError('user_disabled');

  const { anonymousSessionId } = requester.via;
  const userAgent = request.headers['user-agent'] ?? '';
  const { token } = await createSession(database, { userId, anonymousSessionId, userAgent });
  if (isMember(requester)) await endSession(database, requester.subject.userId, requester.via.loginId);
  await recordLogin(database, userId);
  browserSession.begin(request, reply, token);
  return profileOf(account, member, { anonymousSessionId });
}

/**
 * Finishes a registration that a crash left half done.
 * @throws CatalogueError user_disabled for an invited person whom the team does not know: an admin's call takes the row first, and
 * registered before the team knows of it, the account would let nobody in. The upkeep gives it up instead.
 */
export async function ensureRegistered(
  parts: Pick<EntryParts, 'membership'> & RegistrationParts,
  account: Account,
  circumstances: Circumstances,
): Promise<void> {
  if (account.registered) return;
  const { id: userId, teamId } = account;
  if (!foundsTeam(account) && (await parts.membership.find({ userId, teamId })) === undefined) {
    throw new CatalogueError('user_disabled');
  }
  await registerAccount(parts, account, circumstances);
}

/** Circumstances of what the owner of an account does with it. */
export function circumstancesOf({ id }: Pick<Account, 'id'>, request: HttpRequest) {
  return {
    correlationId: request.id,
    causationId: request.id,
    actor: { kind: 'user', id } as const,
    now: new Date(),
  };
}
