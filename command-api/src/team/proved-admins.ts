import type { Tx } from '@clearcut/platform/database/database';
import { findAdminIds } from '@clearcut/projections/team/queries';
import { findAccount } from '../accounts/index.ts';

export async function findProvedAdmins(
  database: Tx,
  teamId: string,
): Promise<{ readonly userId: string; readonly email: string; readonly language: string }[]> {
  const ids = await findAdminIds(database, teamId);
  const accounts = await Promise.all(ids.map((id) => findAccount(database, id)));
  return accounts.flatMap((account) =>
    account === undefined || account.emailVerifiedAt === null
      ? []
      : [{ userId: account.id, email: account.email, language: account.language }],
  );
}
