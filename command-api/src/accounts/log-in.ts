import type { Database } from '@clearcut/platform/database/database';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Profile } from '@clearcut/schemas/identity/http';
import type { LoginWay } from '@clearcut/schemas/login/events';
import { type CountrySources, requestedCountryOf } from '../http/headers/country.ts';
import type { HttpReply, HttpRequest } from '../http/message.ts';
import type { BrowserSession } from './session/browser-session.ts';
import type { Membership } from './ports.ts';
import { type Account, findAccount, recordLogin } from './account/accounts.ts';
import { pendingAddress } from './account/change-address.ts';
import { profileOf } from './account/profile.ts';
import { ensureRegistered, type RegistrationDeps } from './account/register-account.ts';
import { circumstancesOf } from '../kernel/command-context.ts';
import { isMember, type Requester } from '../kernel/requester.ts';
import type { LoginLog } from './login-log.ts';
import { findSecondFactor } from './second-factor/factors.ts';
import type { PendingLogins } from './second-factor/pending-login.ts';
import { createSession, endSession } from './session/sessions.ts';

export interface LogInDeps extends RegistrationDeps {
  readonly database: Database;
  readonly browserSession: BrowserSession;
  readonly membership: Membership;
  readonly loginLog: LoginLog;
  readonly pendingLogins: PendingLogins;
  readonly countries: CountrySources;
}

export interface Visit {
  readonly request: HttpRequest;
  readonly reply: HttpReply;
  readonly requester: Requester;
}

/**
 * Logs in a proved owner; with a second factor, awaits a code first.
 * @throws CatalogueError user_disabled for a member whom the team has removed or does not know yet;
 * second_factor_required
 */
export async function logIn(deps: LogInDeps, userId: string, way: LoginWay, visit: Visit): Promise<Profile> {
  const account = await findAccount(deps.database, userId);
  if (account === undefined) throw new CatalogueError('user_disabled');
  if ((await findSecondFactor(deps.database, userId)) !== undefined) {
    await deps.pendingLogins.begin({ userId, way }, visit.request, visit.reply);
    throw new CatalogueError('second_factor_required');
  }
  return finishLogin(deps, account, way, visit);
}

/**
 * Uses a new token, so that a planted or stolen cookie opens nothing. Ends this browser's earlier login.
 * @throws CatalogueError user_disabled
 */
export async function finishLogin(deps: LogInDeps, account: Account, by: LoginWay, visit: Visit): Promise<Profile> {
  const { database, browserSession, membership } = deps;
  const { request, reply, requester } = visit;
  const { id: userId, teamId } = account;
  await ensureRegistered(deps, account, circumstancesOf(account, request));
  const member = await membership.find({ userId, teamId });
  if (member === undefined) throw new CatalogueError('user_disabled');

  const { anonymousSessionId } = requester.via;
  const userAgent = request.headers['user-agent'] ?? '';
  const { id: attemptId, token } = await createSession(database, { userId, anonymousSessionId, userAgent });
  if (isMember(requester)) await endSession(database, requester.subject.userId, requester.via.loginId);
  await recordLogin(database, userId);
  // Logged before the cookie is sent: no unlogged login is ever usable.
  await deps.loginLog.succeeded(account, { attemptId, by }, request);
  browserSession.begin(request, reply, token);
  const hasFactor = (await findSecondFactor(database, userId)) !== undefined;
  const mustSetUpSecondFactor = member.requiresSecondFactor && !hasFactor;
  const secondFactorDue = hasFactor ? null : member.secondFactorDue;
  const country = requestedCountryOf(request, 'x-country', deps.countries);
  const pendingEmail = await pendingAddress(database, userId);
  const facts = { anonymousSessionId, mustSetUpSecondFactor, secondFactorDue, country, pendingEmail };
  return profileOf(account, member, facts);
}
