import { CatalogueError } from '@clearcut/schemas/errors';
import type { z } from 'zod';
import type { sendLinkBodySchema } from '@clearcut/schemas/identity/http';
import type { HttpRequest } from '../http/message.ts';
import { isMember } from '../kernel/requester.ts';
import { route, type Route } from '../http/contract.ts';
import { findAccount, findAccountByEmail } from '../identity/account/accounts.ts';
import { authContracts as contracts } from '../identity/contracts.ts';
import { enter } from './log-in.ts';
import { queueMail } from '../mails/queue.ts';
import { checkHuman, type IdentityParts } from './dependencies.ts';
import { changePassword } from '../identity/password/change-password.ts';
import { checkPassword } from '../identity/password/check-password.ts';
import { hashPassword } from '../identity/password/passwords.ts';
import { endSession } from '../identity/session/sessions.ts';
import { consumeToken, type LinkPurpose, readToken } from '../identity/tokens.ts';

export function authRoutes(parts: IdentityParts): Route[] {
  const { database, browserSession, rateLimits, humanCheck, thirdParty, sandbox } = parts;
  return [
    route(contracts.options, async () => ({
      oidc: thirdParty === undefined ? null : { name: thirdParty.name },
      humanCheck: humanCheck === undefined ? null : { siteKey: humanCheck.siteKey },
      sandbox,
    })),
    route(contracts.login, async ({ body, request, reply, requester }) => {
      const { email, password } = body;
      await checkHuman(parts, body.human_check_token, request.ip);
      const account = await checkPassword(rateLimits, await findAccountByEmail(database, email), {
        email,
        password,
        address: request.ip,
        wrong: 'credentials_incorrect',
      });
      return enter(parts, account.id, { request, reply, requester });
    }),
    route(contracts.logout, async ({ request, reply, requester }) => {
      if (isMember(requester)) await endSession(database, requester.subject.userId, requester.via.loginId);
      // Also when the login has ended elsewhere: nothing of it stays behind in a browser that others may use.
      browserSession.clear(request, reply);
    }),
    route(contracts.sendToken, async ({ body, request }) => {
      await sendLink(parts, 'reset', body, request);
    }),
    route(contracts.sendMagicLink, async ({ body, request }) => {
      await sendLink(parts, 'magic', body, request);
    }),
    route(contracts.magicLogin, async ({ body, request, reply, requester }) => {
      const userId = await consumeToken(database, body.token, 'magic');
      return enter(parts, userId, { request, reply, requester });
    }),
    route(contracts.resetPassword, async ({ body, request }) => {
      const account = await findAccount(database, await readToken(database, body.token, 'reset'));
      // Hashing takes a while: the link is used up as late as can be, so that a process that dies before does not cost it.
      const passwordHash = await hashPassword(body.password);
      await consumeToken(database, body.token, 'reset');
      if (account === undefined) throw new CatalogueError('link_expired');
      await changePassword(parts, account, { passwordHash, by: 'reset-link' }, request);
    }),
  ];
}

/**
 * Queues a mail with a link, whether there is an account or not: who asks sees no difference, and nor does their clock.
 * @throws CatalogueError too_many_attempts, human_check_failed, mail_unavailable
 */
async function sendLink(
  parts: IdentityParts,
  kind: LinkPurpose,
  { email, language, human_check_token }: z.infer<typeof sendLinkBodySchema>,
  request: HttpRequest,
): Promise<void> {
  if (!parts.canMail) throw new CatalogueError('mail_unavailable');
  await checkHuman(parts, human_check_token, request.ip);
  await parts.rateLimits.linkAsked(email, request.ip);
  await parts.database.transaction((tx) => queueMail(tx, { kind, recipient: email, language: language ?? 'en' }));
}
