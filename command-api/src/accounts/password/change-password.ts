import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { HttpRequest } from '../../http/message.ts';
import { type Account, updateAccount } from '../account/accounts.ts';
import { cancelAddress } from '../account/change-address.ts';
import { circumstancesOf } from '../../kernel/command-context.ts';
import * as decide from '../domain/account.ts';
import { prepareNotice } from '../account/notify-owner.ts';
import type { AccountHandler } from '../handler.ts';
import { keepAsSecondFactors } from '../passkey/passkeys.ts';
import { endSessions } from '../session/sessions.ts';
import type { RateLimits } from '../rate-limit.ts';
import { endTokens } from '../tokens.ts';

/**
 * Ends other sessions and login links, and notifies the owner. The event comes first: a repeat after a crash is
 * harmless, an unlogged change is not.
 */
export async function changePassword(
  {
    database,
    accounts,
    rateLimits,
  }: { readonly database: Database; readonly accounts: AccountHandler; readonly rateLimits: RateLimits },
  account: Account,
  change: { readonly passwordHash: string; readonly by: 'owner' | 'reset-link'; readonly keep?: string },
  request: HttpRequest,
): Promise<void> {
  const { id: userId } = account;
  await accounts.handle(userId, decide.changePassword({ userId, by: change.by }), {
    ...circumstancesOf(account, request),
    commandId: derivedId('change-password', userId, request.id),
  });
  const notify = await prepareNotice({ rateLimits }, account, 'password-changed');
  await database.transaction(async (tx) => {
    await updateAccount(tx, userId, { passwordHash: change.passwordHash });
    await endSessions(tx, userId, change.keep === undefined ? {} : { except: change.keep });
    // A reset may be meant to lock out a person who added a passkey. Removing it would drop the second factor.
    if (change.by === 'reset-link') await keepAsSecondFactors(tx, userId);
    await endTokens(tx, userId, 'reset');
    await endTokens(tx, userId, 'magic');
    // A person who is locked out must not get back in by a link that they asked for.
    await cancelAddress(tx, userId);
    await notify(tx);
  });
}
