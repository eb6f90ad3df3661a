import { randomUUID } from 'node:crypto';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { PasskeyChallengeBody } from '@clearcut/schemas/identity/passkey';
import { route, type Route } from '../../http/contract.ts';
import type { HttpRequest } from '../../http/message.ts';
import { findAccount } from '../account/accounts.ts';
import * as decide from '../domain/account.ts';
import { prepareNotice } from '../account/notify-owner.ts';
import { beginAuthentication, beginRegistration, finishRegistration, takePasskey } from '../passkey/ceremonies.ts';
import type { ChallengeUse } from '../passkey/challenges.ts';
import { passkeyContracts as contracts } from '@clearcut/schemas/contracts/identity/passkeys';
import { deletePasskey, findPasskey, insertPasskey, listPasskeys, renamePasskey } from '../passkey/passkeys.ts';
import { endCodesWithoutFactor, findSecondFactor } from '../second-factor/factors.ts';
import { replaceRecoveryCodes } from '../second-factor/recovery-codes.ts';
import { endSessions } from '../session/sessions.ts';
import { checkFactor } from '../step-up/check-factor.ts';
import { circumstancesOf } from '../../kernel/command-context.ts';
import { isMember, type Requester } from '../../kernel/requester.ts';
import { accountOf, type AccountsDeps } from '../dependencies.ts';
import { finishLogin } from '../log-in.ts';

export function passkeyRoutes(deps: AccountsDeps): Route[] {
  const { database, accounts, pendingLogins, rateLimits } = deps;

  async function useOf(
    purpose: PasskeyChallengeBody['purpose'],
    request: HttpRequest,
    requester: Requester,
  ): Promise<ChallengeUse> {
    if (purpose === 'log-in') {
      await rateLimits.countChallengeFrom(request.ip);
      return { purpose, userId: null };
    }
    const userId = purpose === 'second-factor' ? (await pendingLogins.find(request)).userId : memberOf(requester);
    await rateLimits.countChallenge(userId);
    return { purpose, userId };
  }

  return [
    route(contracts.begin, async ({ requester }) => {
      const account = await accountOf(deps, requester);
      await rateLimits.countChallenge(account.id);
      return beginRegistration(deps, account);
    }),
    route(contracts.add, async ({ body, request, requester }) => {
      const account = await accountOf(deps, requester);
      const { id: userId } = account;
      const made = await finishRegistration(deps, userId, body.passkey);
      const isFirst = (await findSecondFactor(database, userId)) === undefined;
      const passkeyId = randomUUID();
      const context = { ...circumstancesOf(account, request), commandId: derivedId('add-passkey', passkeyId) };
      await accounts.handle(userId, decide.addPasskey(userId, passkeyId), context);
      const notify = await prepareNotice(deps, account, 'passkey-added');
      return database.transaction(async (tx) => {
        await insertPasskey(tx, { ...made, id: passkeyId, userId, name: body.name });
        await notify(tx);
        // Other sessions began without a second factor.
        if (isFirst) await endSessions(tx, userId, { except: requester.via.loginId });
        const passkey = (await listPasskeys(tx, userId)).find(({ id }) => id === passkeyId);
        return { passkey, recoveryCodes: isFirst ? await replaceRecoveryCodes(tx, deps, userId) : null };
      });
    }),
    route(contracts.rename, async ({ body, params, requester }) => {
      if (!(await renamePasskey(database, requester.subject.userId, params.id, body.name))) {
        throw new CatalogueError('passkey_not_found');
      }
    }),
    route(contracts.remove, async ({ params, request, requester }) => {
      const account = await accountOf(deps, requester);
      const { id: userId } = account;
      const { id: passkeyId } = params;
      const isOwn = (await listPasskeys(database, userId)).some(({ id }) => id === passkeyId);
      if (!isOwn) throw new CatalogueError('passkey_not_found');
      const context = { ...circumstancesOf(account, request), commandId: derivedId('remove-passkey', passkeyId) };
      await accounts.handle(userId, decide.removePasskey(userId, passkeyId), context);
      const notify = await prepareNotice(deps, account, 'passkey-removed');
      await database.transaction(async (tx) => {
        if (!(await deletePasskey(tx, userId, passkeyId))) return;
        await endCodesWithoutFactor(tx, userId);
        await notify(tx);
      });
    }),
    route(contracts.challenge, async ({ body: { purpose }, request, requester }) => {
      const use = await useOf(purpose, request, requester);
      return beginAuthentication(deps, use);
    }),
    route(contracts.logIn, async ({ body: { passkey }, request, reply, requester }) => {
      const userId = (await findPasskey(database, passkey.id))?.userId;
      const account = userId === undefined ? undefined : await findAccount(database, userId);
      if (account === undefined) throw new CatalogueError('passkey_refused');
      await checkFactor(deps, account, () => takePasskey(deps, passkey, account.id, 'log-in'), request);
      // User verification makes a passkey both factors.
      return finishLogin(deps, account, 'passkey', { request, reply, requester });
    }),
  ];
}

function memberOf(requester: Requester): string {
  if (!isMember(requester)) throw new CatalogueError('not_logged_in');
  return requester.subject.userId;
}
