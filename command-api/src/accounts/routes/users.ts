import { randomUUID } from 'node:crypto';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Profile, SignUpBody, UpdateProfileBody } from '@clearcut/schemas/identity/http';
import type { HttpRequest } from '../../http/message.ts';
import { requestedCountryOf } from '../../http/headers/country.ts';
import { networkOf } from '../../http/networks.ts';
import { route, type Route } from '../../http/contract.ts';
import { idempotencyKeyOf } from '../../http/headers/idempotency.ts';
import { type Account, createAccount, findAccount, findAccountByEmail, updateAccount } from '../account/accounts.ts';
import { pendingAddress } from '../account/change-address.ts';
import { closeAccount } from '../account/close-account.ts';
import * as decide from '../domain/account.ts';
import { prepareNotice } from '../account/notify-owner.ts';
import { userContracts as contracts } from '@clearcut/schemas/contracts/identity/account';
import { circumstancesOf } from '../../kernel/command-context.ts';
import { logIn } from '../log-in.ts';
import { accountOf, type AccountsDeps, checkHuman } from '../dependencies.ts';
import { changePassword } from '../password/change-password.ts';
import { queueMail } from '../../mails/index.ts';
import { hashPassword, verifyPassword } from '../password/passwords.ts';
import { profileOf } from '../account/profile.ts';
import { registerAccount } from '../account/register-account.ts';
import { isMember, type MemberRequester, type Requester } from '../../kernel/requester.ts';

export function userRoutes(deps: AccountsDeps): Route[] {
  const { browserSession } = deps;
  return [
    route(contracts.signUp, async ({ body, request, reply, requester }) => {
      await checkHuman(deps, body.human_check_token, request.ip);
      await deps.rateLimits.countSignUp(request.ip);
      const userId = await signUp(deps, body, request, requester).catch(async (error: unknown) => {
        if (error instanceof CatalogueError && error.code === 'email_exists') await notifyOwner(deps, body.email);
        throw error;
      });
      return logIn(deps, userId, 'sign-up', { request, reply, requester });
    }),
    route(contracts.me, async ({ request, requester }) => {
      const account = await accountOf(deps, requester);
      return profileFor(deps, account, request, requester);
    }),
    route(contracts.update, async ({ body, request, requester }) => {
      await updateProfile(deps, body, request, requester);
      return profileFor(deps, await accountOf(deps, requester), request, requester);
    }),
    route(contracts.consent, async ({ body, request, requester }) => {
      const { id: userId } = await accountOf(deps, requester);
      const consent = { choice: body.choice, textVersion: body.text_version };
      await deps.accounts.handle(userId, decide.recordConsent(userId, consent), {
        ...circumstancesOf({ id: userId }, request),
        commandId: derivedId('consent', userId, request.id),
      });
    }),
    route(contracts.close, async ({ request, reply, requester }) => {
      const account = await accountOf(deps, requester);
      const { userId, teamId } = requester.subject;
      const circumstances = circumstancesOf(account, request);
      await deps.membership.leave({ teamId, userId }, circumstances);
      await closeAccount(deps, { userId, by: 'owner' }, circumstances);
      browserSession.clear(request, reply);
    }),
  ];
}

export async function profileFor(
  { countries, database }: AccountsDeps,
  account: Account,
  request: HttpRequest,
  { subject, via, mustSetUpSecondFactor, secondFactorDue }: MemberRequester,
): Promise<Profile> {
  const { anonymousSessionId } = via;
  const country = requestedCountryOf(request, 'x-country', countries);
  const pendingEmail = await pendingAddress(database, account.id);
  const facts = { anonymousSessionId, mustSetUpSecondFactor, secondFactorDue, country, pendingEmail };
  return profileOf(account, subject, facts);
}

/**
 * Creates account and team, or finds those of an earlier try with this Idempotency-Key.
 * @throws CatalogueError email_exists, idempotency_key_reused
 */
async function signUp(
  deps: AccountsDeps,
  body: SignUpBody,
  request: HttpRequest,
  requester: Requester,
): Promise<string> {
  const key = idempotencyKeyOf(request);
  const who = isMember(requester) ? requester.subject.userId : (requester.subject.clientKey ?? '');
  const id = key === undefined ? randomUUID() : derivedId('sign-up', who, key, ...(who === '' ? [body.email] : []));
  if (await isRepeated(deps, id, body)) return id;
  await deps.passwordRules.check(body.password);
  const account = {
    id,
    teamId: key === undefined ? randomUUID() : derivedId('team-of', id),
    email: body.email,
    firstName: body.first_name ?? '',
    lastName: body.last_name ?? '',
    language: body.language ?? 'en',
    passwordHash: await hashPassword(body),
    registeredBy: 'password',
    signUpNetwork: deps.secret.digest('network', networkOf(request.ip)),
  } as const;
  try {
    await deps.database.transaction(async (tx) => {
      await createAccount(tx, account);
      if (body.visitor_id !== undefined) await deps.claimLanding(tx, body.visitor_id, id);
      const { email: recipient, language } = account;
      if (deps.canMail) await queueMail(tx, { kind: 'proof', recipient, language, userId: id });
    });
  } catch (error) {
    // Possibly the same sign-up, sent twice at once.
    if (await isRepeated(deps, id, body)) return id;
    throw error;
  }
  await registerAccount(deps, { ...account, emailVerifiedAt: null }, circumstancesOf(account, request));
  return id;
}

/** The answer says that the address is taken, so its owner learns of the try. */
async function notifyOwner(deps: AccountsDeps, email: string): Promise<void> {
  const owner = await findAccountByEmail(deps.database, email);
  if (!deps.canMail || owner === undefined) return;
  const notify = await prepareNotice(deps, owner, 'sign-up-tried');
  await deps.database.transaction(notify);
}

/**
 * Whether an earlier try made this account with this password.
 * @throws CatalogueError email_exists when it is another; idempotency_key_reused when it has another address
 */
async function isRepeated({ database }: AccountsDeps, id: string, body: SignUpBody): Promise<boolean> {
  const existing = await findAccountByEmail(database, body.email);
  if (existing === undefined) {
    if ((await findAccount(database, id)) === undefined) return false;
    throw new CatalogueError('idempotency_key_reused');
  }
  if (existing.id === id && (await verifyPassword(body, existing.passwordHash))) return true;
  throw new CatalogueError('email_exists');
}

async function updateProfile(
  deps: AccountsDeps,
  body: UpdateProfileBody,
  request: HttpRequest,
  requester: MemberRequester,
): Promise<void> {
  const { password, first_name, last_name, language, currency } = body;
  const account = await accountOf(deps, requester);
  if (password !== undefined) {
    await deps.passwordRules.check(password);
    await deps.rateLimits.countNewPassword(account.email, request.ip);
    const passwordHash = await hashPassword({ password, email: account.email });
    await changePassword(deps, account, { passwordHash, by: 'owner', keep: requester.via.loginId }, request);
  }
  await updateAccount(deps.database, account.id, {
    ...(first_name === undefined ? {} : { firstName: first_name }),
    ...(last_name === undefined ? {} : { lastName: last_name }),
    ...(language === undefined ? {} : { language }),
    ...(currency === undefined ? {} : { currency }),
  });
}
