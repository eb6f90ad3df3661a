import type { Database, Tx } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { AccountEvent } from '@clearcut/schemas/identity/events';
import type { Circumstances } from '../../kernel/command-context.ts';
import * as decide from '../domain/account.ts';
import { queueMail } from '../../mails/index.ts';
import { endSessions } from '../session/sessions.ts';
import { removeAllFactors } from '../second-factor/factors.ts';
import { endTokens } from '../tokens.ts';
import type { Account } from './accounts.ts';
import type { AccountHandler } from '../handler.ts';

type ProvedBy = Extract<AccountEvent, { type: 'AddressProved' }>['data']['by'];

interface ProvingDeps {
  readonly database: Database;
  readonly accounts: AccountHandler;
}

/**
 * Records the proof and runs `use` last in the same transaction.
 * The creator of the account may only have typed the address. So the first proof ends older passwords, third-party
 * logins, second factors and sessions, or that person would keep access. A link opened in the account's own login ends
 * nothing.
 * The event comes first: after a crash the unused link leads here again.
 */
export async function proveAddress(
  { database, accounts }: ProvingDeps,
  account: Account,
  by: ProvedBy,
  circumstances: Circumstances,
  use: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const { id: userId, email, language } = account;
  const revokes = by !== 'proof-link';
  if (account.emailVerifiedAt === null) {
    await accounts.handle(userId, decide.proveAddress({ userId, by, revoked: revokes }), {
      ...circumstances,
      commandId: derivedId('prove-address', userId),
    });
  }
  await database.transaction(async (tx) => {
    const [first] = await tx.query<{ wasOpen: boolean }>(
      `UPDATE identity.users u SET email_verified_at = now(),
              password_hash = CASE WHEN $2 THEN NULL ELSE u.password_hash END
       FROM (SELECT id, password_hash IS NOT NULL
                     OR EXISTS (SELECT FROM identity.third_party_logins l WHERE l.user_id = $1) AS was_open
             FROM identity.users WHERE id = $1 FOR UPDATE) before
       WHERE u.id = before.id AND u.email_verified_at IS NULL
       RETURNING before.was_open AS "wasOpen"`,
      [userId, revokes],
    );
    if (first !== undefined && revokes) {
      await tx.query('DELETE FROM identity.third_party_logins WHERE user_id = $1', [userId]);
      await removeAllFactors(tx, userId);
      await endSessions(tx, userId);
      await endTokens(tx, userId, 'proof');
      if (first.wasOpen) await queueMail(tx, { kind: 'address-proved', recipient: email, language, userId });
    }
    await use(tx);
  });
}
