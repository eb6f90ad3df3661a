import { derivedId } from '@clearcut/platform/event-store/event-id';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { HttpRequest } from '../../http/message.ts';
import { route, type Route } from '../../http/contract.ts';
import { findAccount } from '../account/accounts.ts';
import * as decide from '../domain/account.ts';
import { prepareNotice } from '../account/notify-owner.ts';
import { checkCode, checkFactor } from '../step-up/check-factor.ts';
import { takePasskey } from '../passkey/ceremonies.ts';
import { listPasskeys } from '../passkey/passkeys.ts';
import { secondFactorContracts as contracts } from '@clearcut/schemas/contracts/identity/second-factor';
import { beginTotp, confirmTotp, findSecondFactor, removeApp } from '../second-factor/factors.ts';
import { replaceRecoveryCodes } from '../second-factor/recovery-codes.ts';
import { enrolment } from '../second-factor/totp.ts';
import { endSessions } from '../session/sessions.ts';
import { takeCode } from '../step-up/take-code.ts';
import { stepUp } from '../step-up/step-up.ts';
import { circumstancesOf } from '../../kernel/command-context.ts';
import type { MemberRequester } from '../../kernel/requester.ts';
import { accountOf, type AccountsDeps } from '../dependencies.ts';
import { finishLogin } from '../log-in.ts';

/** Ids of events derive from the names. */
const COMMANDS = { AddSecondFactor: decide.addSecondFactor, RemoveSecondFactor: decide.removeSecondFactor };

export function secondFactorRoutes(deps: AccountsDeps): Route[] {
  const { database, accounts, pendingLogins } = deps;

  async function record(requester: MemberRequester, name: keyof typeof COMMANDS, request: HttpRequest): Promise<void> {
    const { userId } = requester.subject;
    const context = { ...circumstancesOf({ id: userId }, request), commandId: derivedId(name, userId, request.id) };
    await accounts.handle(userId, COMMANDS[name](userId, 'owner'), context);
  }

  return [
    route(contracts.find, async ({ requester }) => {
      const { userId } = requester.subject;
      const factor = await findSecondFactor(database, userId);
      const since = factor?.appSince ?? null;
      return {
        totp: since === null ? null : { since: since.toISOString() },
        passkeys: await listPasskeys(database, userId),
        recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
      };
    }),
    route(contracts.begin, async ({ requester }) => {
      const { id, email } = await accountOf(deps, requester);
      const totp = await beginTotp(deps, id);
      if (totp === undefined) throw new CatalogueError('second_factor_exists');
      return enrolment(totp, email);
    }),
    route(contracts.confirm, async ({ body, request, requester }) => {
      const account = await accountOf(deps, requester);
      await checkCode(deps, account, () => confirmTotp(deps, account.id, body.code), request);
      await record(requester, 'AddSecondFactor', request);
      const notify = await prepareNotice(deps, account, 'second-factor-added');
      return database.transaction(async (tx) => {
        await notify(tx);
        // Other sessions began without a second factor.
        await endSessions(tx, account.id, { except: requester.via.loginId });
        return { recoveryCodes: await replaceRecoveryCodes(tx, deps, account.id) };
      });
    }),
    route(contracts.remove, async ({ request, requester }) => {
      const account = await accountOf(deps, requester);
      await record(requester, 'RemoveSecondFactor', request);
      const notify = await prepareNotice(deps, account, 'second-factor-removed');
      await database.transaction(async (tx) => {
        if (await removeApp(tx, account.id)) await notify(tx);
      });
    }),
    route(contracts.replaceCodes, async ({ requester }) => {
      const { userId } = requester.subject;
      if ((await findSecondFactor(database, userId)) === undefined) throw new CatalogueError('second_factor_missing');
      return { recoveryCodes: await database.transaction((tx) => replaceRecoveryCodes(tx, deps, userId)) };
    }),
    route(contracts.logIn, async ({ body, request, reply, requester }) => {
      const { userId, way } = await pendingLogins.find(request);
      const account = await findAccount(database, userId);
      if (account === undefined) throw new CatalogueError('second_factor_expired');
      if ('passkey' in body) {
        const take = () => takePasskey(deps, body.passkey, userId, 'second-factor');
        await checkFactor(deps, account, take, request);
      } else {
        await checkCode(deps, account, () => takeCode(deps, account, body.code), request);
      }
      const profile = await finishLogin(deps, account, way, { request, reply, requester });
      await pendingLogins.end(request, reply);
      return profile;
    }),
    route(contracts.stepUp, async ({ body, request, requester }) => {
      const account = await accountOf(deps, requester);
      await stepUp(deps, requester, account, body, request);
    }),
  ];
}
