import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { Circumstances } from '../../kernel/command-context.ts';
import * as decide from '../domain/account.ts';
import type { AccountHandler } from '../handler.ts';
import { eraseAccount } from './erasure.ts';
import { queueMail } from '../../mails/index.ts';
import type { Secret } from '../../kernel/secret.ts';

export interface ClosingDeps {
  readonly database: Database;
  readonly accounts: AccountHandler;
  readonly secret: Secret;
}

/**
 * Closes an account whose owner has left the team: first the event, then the data. A repeat finishes what a crash left.
 */
export async function closeAccount(
  { database, accounts, secret }: ClosingDeps,
  { userId, by }: { readonly userId: string; readonly by: 'owner' | 'admin' },
  circumstances: Circumstances,
): Promise<void> {
  await accounts.handle(userId, decide.closeAccount({ userId, by }), {
    ...circumstances,
    commandId: derivedId('close-account', userId),
  });
  await database.transaction(async (tx) => {
    const erased = await eraseAccount(tx, secret, userId);
    if (erased === undefined) return;
    await queueMail(tx, { kind: 'account-closed', recipient: erased.email, language: erased.language });
  });
}
