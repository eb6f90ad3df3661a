import { derivedId } from '@clearcut/platform/event-store/event-id';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { HttpRequest } from '../http/message.ts';
import { route, type Route } from '../http/contract.ts';
import { type Account, findAccount } from '../identity/account/accounts.ts';
import { checkPassword } from '../identity/password/check-password.ts';
import { secondFactorContracts as contracts } from '../identity/second-factor/contracts.ts';
import {
  beginTotp,
  confirmTotp,
  findSecondFactor,
  removeSecondFactor,
  takeCode,
} from '../identity/second-factor/factors.ts';
import { replaceRecoveryCodes } from '../identity/second-factor/recovery-codes.ts';
import { enrolment } from '../identity/second-factor/totp.ts';
import { recordProof, requireRecentProof } from '../identity/session/proof.ts';
import { endSessions } from '../identity/session/sessions.ts';
import { circumstancesOf } from '../kernel/command-context.ts';
import type { MemberRequester } from '../kernel/requester.ts';
import { accountOf, type IdentityDeps } from './dependencies.ts';
import { finishLogin } from './log-in.ts';

/** The second factor: setting it up, the half of a login that asks for it, and the proof that some changes need. */
export function secondFactorRoutes(deps: IdentityDeps): Route[] {
  const { database, secret, accounts, pendingLogins, rateLimits, loginLog } = deps;

  /** Counts the try before it is made: of many guesses at once none may get past the count. @throws CatalogueError code_incorrect, too_many_attempts */
  async function checkCode(account: Account, take: () => Promise<boolean>, request: HttpRequest): Promise<void> {
    await rateLimits.codeTried(account.id);
    if (await take()) return rateLimits.codeWasRight(account.id);
    loginLog.failed(account, 'wrong-second-factor', request);
    throw new CatalogueError('code_incorrect');
  }

  async function record(
    requester: MemberRequester,
    type: 'AddSecondFactor' | 'RemoveSecondFactor',
    request: HttpRequest,
  ): Promise<void> {
    const { userId } = requester.subject;
    const context = { ...circumstancesOf({ id: userId }, request), commandId: derivedId(type, userId, request.id) };
    await accounts.handle(userId, { type, userId, by: 'owner' }, context);
  }

  return [
    route(contracts.find, async ({ requester, reply }) => {
      const factor = await findSecondFactor(database, requester.subject.userId);
      reply.header('cache-control', 'no-store');
      return {
        totp: factor === undefined ? null : { since: factor.confirmedAt.toISOString() },
        recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
      };
    }),
    route(contracts.begin, async ({ requester, reply }) => {
      await requireRecentProof(database, requester);
      const { id, email } = await accountOf(deps, requester);
      const totp = await beginTotp(database, id);
      if (totp === undefined) throw new CatalogueError('second_factor_exists');
      reply.header('cache-control', 'no-store');
      return enrolment(totp, email);
    }),
    route(contracts.confirm, async ({ body, request, reply, requester }) => {
      const account = await accountOf(deps, requester);
      await checkCode(account, () => confirmTotp(database, account.id, body.code), request);
      await record(requester, 'AddSecondFactor', request);
      reply.header('cache-control', 'no-store');
      return database.transaction(async (tx) => {
        // Another browser that is in came in without a second factor.
        await endSessions(tx, account.id, { except: requester.via.loginId });
        return { recoveryCodes: await replaceRecoveryCodes(tx, secret, account.id) };
      });
    }),
    route(contracts.remove, async ({ request, requester }) => {
      await requireRecentProof(database, requester);
      await record(requester, 'RemoveSecondFactor', request);
      await database.transaction((tx) => removeSecondFactor(tx, requester.subject.userId));
    }),
    route(contracts.replaceCodes, async ({ reply, requester }) => {
      await requireRecentProof(database, requester);
      const { userId } = requester.subject;
      if ((await findSecondFactor(database, userId)) === undefined) throw new CatalogueError('second_factor_missing');
      reply.header('cache-control', 'no-store');
      return { recoveryCodes: await database.transaction((tx) => replaceRecoveryCodes(tx, secret, userId)) };
    }),
    route(contracts.logIn, async ({ body, request, reply, requester }) => {
      const { userId, way } = await pendingLogins.find(request);
      const account = await findAccount(database, userId);
      if (account === undefined) throw new CatalogueError('second_factor_expired');
      await checkCode(account, () => takeCode(database, secret, userId, body.code), request);
      const profile = await finishLogin(deps, account, way, { request, reply, requester });
      await pendingLogins.end(request, reply);
      return profile;
    }),
    route(contracts.stepUp, async ({ body, request, requester }) => {
      const account = await accountOf(deps, requester);
      if ('code' in body) {
        await checkCode(account, () => takeCode(database, secret, account.id, body.code), request);
      } else {
        const { email } = account;
        await checkPassword(deps, account, { email, password: body.password, request, wrong: 'password_incorrect' });
      }
      await recordProof(database, requester);
    }),
  ];
}
