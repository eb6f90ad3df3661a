import { type Account, findAccountByEmail } from '@clearcut/command-api/accounts';
import type { Database } from '@clearcut/platform/database/database';

/** @throws Error for an address without an account */
export async function accountOf(database: Database, email: string): Promise<Account> {
  const account = await findAccountByEmail(database, email);
  if (account === undefined) throw new Error(`There is no account with the email address ${email}`);
  return account;
}
