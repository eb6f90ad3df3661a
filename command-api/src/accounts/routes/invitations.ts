import { derivedId } from '@clearcut/platform/event-store/event-id';
import { CatalogueError } from '@clearcut/schemas/errors';
import { route, type Route } from '../../http/contract.ts';
import { type Account, findAccount, findAccountByEmail, updateAccount } from '../account/accounts.ts';
import { closeAccount } from '../account/close-account.ts';
import * as decide from '../domain/account.ts';
import { proveAddress } from '../account/prove-address.ts';
import { authContracts as contracts } from '@clearcut/schemas/contracts/identity/account';
import { circumstancesOf } from '../../kernel/command-context.ts';
import { logIn } from '../log-in.ts';
import { inviterOf } from '../mail-addressee.ts';
import type { AccountsDeps } from '../dependencies.ts';
import { hashPassword } from '../password/passwords.ts';
import { consumeToken, readToken } from '../tokens.ts';

export function invitationRoutes(deps: AccountsDeps): Route[] {
  const { database, accounts, membership } = deps;

  async function invited(token: string): Promise<Account> {
    const account = await findAccount(database, await readToken(database, token, 'invitation'));
    if (account === undefined) throw new CatalogueError('link_expired');
    return account;
  }

  return [
    route(contracts.invitation, async ({ query }) => {
      const account = await invited(query.token);
      return {
        email: account.email,
        invitedBy: await inviterOf(database, account),
        first_name: account.firstName,
        last_name: account.lastName,
      };
    }),
    route(contracts.acceptInvitation, async ({ body, request, reply, requester }) => {
      const account = await invited(body.token);
      const { id: userId, teamId } = account;
      // The invitee has signed up meanwhile. Accounts have one team, so the invitation waits until that account is
      // closed.
      const own = await findAccountByEmail(database, account.email);
      if (own !== undefined && own.id !== userId) throw new CatalogueError('email_exists');
      await deps.passwordRules.check(body.password);
      const passwordHash = await hashPassword({ password: body.password, email: account.email });
      const circumstances = circumstancesOf(account, request);
      // The team first: repeats change nothing, so after a crash the unused link still works.
      await membership.acceptInvitation({ teamId, userId }, circumstances);
      await proveAddress(deps, account, 'invitation', circumstances, async (tx) => {
        await consumeToken(tx, body.token, 'invitation');
        await updateAccount(tx, userId, {
          passwordHash,
          ...(body.first_name === undefined ? {} : { firstName: body.first_name }),
          ...(body.last_name === undefined ? {} : { lastName: body.last_name }),
          ...(body.language === undefined ? {} : { language: body.language }),
        });
      });
      const profile = await logIn(deps, userId, 'invitation', { request, reply, requester });
      await accounts.handle(userId, decide.changePassword({ userId, by: 'invitation' }), {
        ...circumstances,
        commandId: derivedId('change-password', userId, request.id),
      });
      return profile;
    }),
    route(contracts.declineInvitation, async ({ body, request }) => {
      const account = await invited(body.token);
      const { id: userId, teamId } = account;
      const circumstances = circumstancesOf(account, request);
      await membership.declineInvitation({ teamId, userId }, circumstances);
      await closeAccount(deps, { userId, by: 'owner' }, circumstances);
    }),
  ];
}
