import { CatalogueError } from '@clearcut/schemas/errors';
import type { z } from 'zod';
import type { sendLinkBodySchema } from '@clearcut/schemas/identity/http';
import type { HttpRequest } from '../../http/message.ts';
import { isMember } from '../../kernel/requester.ts';
import { route, type Route } from '../../http/contract.ts';
import { type Account, findAccount, findAccountByEmail } from '../account/accounts.ts';
import { findWantedAddress, takeAddress } from '../account/change-address.ts';
import { proveAddress } from '../account/prove-address.ts';
import { authContracts as contracts } from '@clearcut/schemas/contracts/identity/account';
import { ensureRegistered } from '../account/register-account.ts';
import { circumstancesOf } from '../../kernel/command-context.ts';
import { logIn } from '../log-in.ts';
import { type LinkPurpose, queueMail } from '../../mails/index.ts';
import { accountOf, type AccountsDeps, checkHuman } from '../dependencies.ts';
import { changePassword } from '../password/change-password.ts';
import { checkPassword } from '../password/check-password.ts';
import { hashPassword } from '../password/passwords.ts';
import { endSession } from '../session/sessions.ts';
import { listLogins } from '../third-party/logins.ts';
import { unlinkAllLogins } from '../third-party/unlink.ts';
import { consumeToken, readToken } from '../tokens.ts';

export function authRoutes(deps: AccountsDeps): Route[] {
  const { database, browserSession, rateLimits, humanCheck, passwordRules, thirdParty, sandbox, starterCredits } = deps;
  const { keysOfMember } = deps;

  async function ownerOf(token: string, purpose: LinkPurpose): Promise<Account> {
    const account = await findAccount(database, await readToken(database, token, purpose));
    if (account === undefined) throw new CatalogueError('link_expired');
    return account;
  }

  /** Consumes the link, which proves the address. @throws CatalogueError link_expired, user_disabled */
  async function proveByLink(
    account: Account,
    purpose: 'magic' | 'reset' | 'proof',
    token: string,
    request: HttpRequest,
  ): Promise<void> {
    const circumstances = circumstancesOf(account, request);
    await ensureRegistered(deps, account, circumstances);
    await proveAddress(deps, account, `${purpose}-link`, circumstances, (tx) => consumeToken(tx, token, purpose));
  }

  return [
    route(contracts.options, async () => ({
      oidc: thirdParty === undefined ? null : { name: thirdParty.name },
      humanCheck: humanCheck === undefined ? null : { siteKey: humanCheck.siteKey },
      passwordMinLength: passwordRules.minLength,
      sandbox,
      starterCredits,
    })),
    route(contracts.login, async ({ body, request, reply, requester }) => {
      const { email, password } = body;
      await checkHuman(deps, body.human_check_token, request.ip);
      const account = await checkPassword(deps, await findAccountByEmail(database, email), {
        email,
        password,
        request,
        wrong: 'credentials_incorrect',
      });
      return logIn(deps, account.id, 'password', { request, reply, requester });
    }),
    route(contracts.logout, async ({ request, reply, requester }) => {
      if (isMember(requester)) await endSession(database, requester.subject.userId, requester.via.loginId);
      // Clears ended logins too: nothing stays in a shared browser.
      browserSession.clear(request, reply);
    }),
    route(contracts.sendToken, async ({ body, request }) => {
      await sendLink(deps, 'reset', body, request);
    }),
    route(contracts.sendMagicLink, async ({ body, request }) => {
      await sendLink(deps, 'magic', body, request);
    }),
    route(contracts.magicLink, async ({ query }) => {
      const { email } = await ownerOf(query.token, 'magic');
      return { email };
    }),
    route(contracts.magicLogin, async ({ body, request, reply, requester }) => {
      const account = await ownerOf(body.token, 'magic');
      await proveByLink(account, 'magic', body.token, request);
      return logIn(deps, account.id, 'magic-link', { request, reply, requester });
    }),
    route(contracts.resetLink, async ({ query }) => {
      const { id, teamId } = await ownerOf(query.token, 'reset');
      return {
        third_party_logins: (await listLogins(database, id)).length,
        api_keys: await keysOfMember.count({ teamId, userId: id }),
      };
    }),
    route(contracts.resetPassword, async ({ body, request }) => {
      const account = await ownerOf(body.token, 'reset');
      await passwordRules.check(body.password);
      // Hashes before consuming the link, so that a crash meanwhile does not cost it.
      const passwordHash = await hashPassword({ password: body.password, email: account.email });
      await proveByLink(account, 'reset', body.token, request);
      await changePassword(deps, account, { passwordHash, by: 'reset-link' }, request);
      if (body.remove_logins) await unlinkAllLogins(deps, account, request);
      if (body.revoke_keys) await keysOfMember.revoke(account.id, circumstancesOf(account, request));
    }),
    route(contracts.proveAddress, async ({ body, request, requester }) => {
      const { token } = body;
      const wanted = await findWantedAddress(database, token);
      const account = wanted === undefined ? await ownerOf(token, 'proof') : await accountOf(deps, requester);
      // The link alone is not enough: a stranger may have typed the address.
      if ((wanted?.userId ?? account.id) !== requester.subject.userId)
        throw new CatalogueError('link_of_other_account');
      if (wanted === undefined) await proveByLink(account, 'proof', token, request);
      else await takeAddress(deps, account, { email: wanted.email, token }, request);
    }),
    route(contracts.sendProof, async ({ request, requester }) => {
      if (!deps.canMail) throw new CatalogueError('mail_unavailable');
      const account = await findAccount(database, requester.subject.userId);
      if (account !== undefined && account.emailVerifiedAt === null) {
        const { email: recipient, language, id: userId } = account;
        await rateLimits.countLink('proof', recipient, request.ip);
        await database.transaction((tx) => queueMail(tx, { kind: 'proof', recipient, language, userId }));
      }
    }),
  ];
}

/**
 * Mails a link. Result and timing do not reveal whether there is an account.
 * @throws CatalogueError too_many_attempts, human_check_failed, mail_unavailable
 */
async function sendLink(
  deps: AccountsDeps,
  kind: 'reset' | 'magic',
  { email, language, human_check_token }: z.infer<typeof sendLinkBodySchema>,
  request: HttpRequest,
): Promise<void> {
  if (!deps.canMail) throw new CatalogueError('mail_unavailable');
  await checkHuman(deps, human_check_token, request.ip);
  await deps.rateLimits.countLink(kind, email, request.ip);
  await deps.database.transaction((tx) => queueMail(tx, { kind, recipient: email, language: language ?? 'en' }));
}
