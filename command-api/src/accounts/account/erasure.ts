import type { Tx } from '@clearcut/platform/database/database';
import { RETENTION_YEARS } from '@clearcut/schemas/constants';
import type { Account } from './accounts.ts';
import { removeMailsTo } from '../../mails/index.ts';
import type { Secret } from '../../kernel/secret.ts';

/** Recognises a third-party login without revealing it. */
const loginDigest = (secret: Secret, issuer: string, subject: string): Buffer =>
  secret.digest('third-party-login', `${issuer}\0${subject}`);

/**
 * Deletes address, names, password, sessions, links, third-party logins and queued mails. Idempotent.
 * @returns data for the confirmation mail; undefined when erased before, or the address was never proved
 */
export async function eraseAccount(
  database: Tx,
  secret: Secret,
  userId: string,
): Promise<{ readonly email: string; readonly language: string } | undefined> {
  const logins = await database.query<{ issuer: string; subject: string }>(
    'SELECT issuer, subject FROM identity.third_party_logins WHERE user_id = $1',
    [userId],
  );
  const [erased] = await database.query<
    Pick<Account, 'teamId' | 'email' | 'language' | 'registeredBy' | 'emailVerifiedAt'>
  >(
    `DELETE FROM identity.users WHERE id = $1
     RETURNING team_id AS "teamId", email, language, registered_by AS "registeredBy",
               email_verified_at AS "emailVerifiedAt"`,
    [userId],
  );
  if (erased === undefined) return undefined;
  const { teamId, email, language } = erased;
  await removeMailsTo(database, email);
  await database.query(
    `INSERT INTO identity.closed_accounts (user_id, team_id, login_digests) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING`,
    [userId, teamId, logins.map(({ issuer, subject }) => loginDigest(secret, issuer, subject))],
  );
  return erased.emailVerifiedAt === null ? undefined : { email, language };
}

export async function wasClosed(database: Tx, secret: Secret, issuer: string, subject: string): Promise<boolean> {
  const rows = await database.query('SELECT user_id FROM identity.closed_accounts WHERE login_digests @> $1::bytea[]', [
    [loginDigest(secret, issuer, subject)],
  ]);
  return rows.length > 0;
}

export async function forgetClosedAccounts(database: Tx): Promise<void> {
  await database.query('DELETE FROM identity.closed_accounts WHERE closed_at < now() - make_interval(years => $1)', [
    RETENTION_YEARS.account,
  ]);
}
