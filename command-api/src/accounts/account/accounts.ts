import type { Tx } from '@clearcut/platform/database/database';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { RegisteredBy } from '../domain/account.ts';

/** Personal data kept out of the log. */
export interface Account {
  readonly id: string;
  readonly teamId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: string;
  /** Chosen for prices, ISO 4217 in lower case; null until then. */
  readonly currency: string | null;
  /** PHC string; null without a password. */
  readonly passwordHash: string | null;
  readonly registeredBy: RegisteredBy;
  /** Whether log and team know of it. */
  readonly registered: boolean;
  readonly invitedBy: string | null;
  /** First proof of the address; null until then. */
  readonly emailVerifiedAt: Date | null;
  /** Keyed digest; null when unknown. */
  readonly signUpNetwork: Buffer | null;
  readonly createdAt: Date;
  readonly lastLoginAt: Date | null;
}

export interface NewAccount extends Pick<
  Account,
  'id' | 'teamId' | 'email' | 'firstName' | 'lastName' | 'language' | 'passwordHash' | 'registeredBy'
> {
  readonly invitedBy?: string;
  readonly emailVerified?: boolean;
  readonly signUpNetwork?: Buffer;
}

const SELECT = `
  SELECT id, team_id AS "teamId", email, first_name AS "firstName", last_name AS "lastName", language, currency,
         password_hash AS "passwordHash", registered_by AS "registeredBy", registered, invited_by AS "invitedBy",
         email_verified_at AS "emailVerifiedAt", created_at AS "createdAt", last_login_at AS "lastLoginAt",
         sign_up_network AS "signUpNetwork"
  FROM identity.users`;

/**
 * Claims the e-mail; the unique index decides races. Events and `markRegistered` follow; `upkeep.ts` repairs
 * accounts without them.
 * @throws CatalogueError email_exists
 */
export async function createAccount(database: Tx, account: NewAccount): Promise<void> {
  const created = await database.query(
    `INSERT INTO identity.users
       (id, team_id, email, first_name, last_name, language, password_hash, registered_by, invited_by,
        email_verified_at, sign_up_network)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, CASE WHEN $10 THEN now() END, $11)
     ON CONFLICT DO NOTHING
     RETURNING id`,
    [
      account.id,
      account.teamId,
      account.email,
      account.firstName,
      account.lastName,
      account.language,
      account.passwordHash,
      account.registeredBy,
      account.invitedBy ?? null,
      account.emailVerified ?? false,
      account.signUpNetwork ?? null,
    ],
  );
  if (created.length === 0) throw new CatalogueError('email_exists');
}

export async function findAccount(database: Tx, id: string): Promise<Account | undefined> {
  const [row] = await database.query<Account>(`${SELECT} WHERE id = $1`, [id]);
  return row;
}

/** Ignores case and pending invitations. */
export async function findAccountByEmail(database: Tx, email: string): Promise<Account | undefined> {
  const [row] = await database.query<Account>(
    `${SELECT} WHERE lower(email) = lower($1) AND (registered_by <> 'invitation' OR email_verified_at IS NOT NULL)`,
    [email],
  );
  return row;
}

/** Latest pending one; ignores case. */
export async function findInvitation(database: Tx, email: string): Promise<Account | undefined> {
  const [row] = await database.query<Account>(
    `${SELECT} WHERE lower(email) = lower($1) AND registered_by = 'invitation' AND email_verified_at IS NULL
     ORDER BY created_at DESC LIMIT 1`,
    [email],
  );
  return row;
}

/** Accounts created before `before` that are not in the log, oldest first. */
export async function findUnregistered(database: Tx, before: Date, limit: number): Promise<Account[]> {
  return database.query(`${SELECT} WHERE NOT registered AND created_at < $1 ORDER BY created_at LIMIT $2`, [
    before,
    limit,
  ]);
}

/** False when a repair has removed the account meanwhile. */
export async function markRegistered(database: Tx, id: string): Promise<boolean> {
  const rows = await database.query('UPDATE identity.users SET registered = true WHERE id = $1 RETURNING id', [id]);
  return rows.length > 0;
}

export interface AccountChanges {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly language?: string;
  readonly currency?: string;
  readonly passwordHash?: string;
}

export async function updateAccount(database: Tx, id: string, changes: AccountChanges): Promise<void> {
  await database.query(
    `UPDATE identity.users SET
       first_name = coalesce($2, first_name), last_name = coalesce($3, last_name),
       language = coalesce($4, language), password_hash = coalesce($5, password_hash),
       currency = coalesce($6, currency)
     WHERE id = $1`,
    [
      id,
      changes.firstName ?? null,
      changes.lastName ?? null,
      changes.language ?? null,
      changes.passwordHash ?? null,
      changes.currency ?? null,
    ],
  );
}

export async function recordLogin(database: Tx, id: string): Promise<void> {
  await database.query('UPDATE identity.users SET last_login_at = now() WHERE id = $1', [id]);
}

/** Invited but not joined: only accepting the invitation, which proves the address, lets them in. */
export const isPending = ({
  registeredBy,
  emailVerifiedAt,
}: Pick<Account, 'registeredBy' | 'emailVerifiedAt'>): boolean =>
  registeredBy === 'invitation' && emailVerifiedAt === null;

export function nameOf({ firstName, lastName, email }: Pick<Account, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}`.trim() || email;
}
