import { type Claims, ThirdPartyError } from '@clearcut/platform/third-party-login/port';
import { randomUUID } from 'node:crypto';
import type { Tx } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { LANGUAGES, MAX_NAME_LENGTH } from '@clearcut/schemas/constants';
import { CatalogueError } from '@clearcut/schemas/errors';
import { emailSchema } from '@clearcut/schemas/form-fields';
import { cut, toLine } from '@clearcut/schemas/text/characters';
import { networkOf } from '../../http/networks.ts';
import type { HttpRequest } from '../../http/message.ts';
import * as decide from '../domain/account.ts';
import { type Account, createAccount, findAccount, findAccountByEmail } from '../account/accounts.ts';
import { circumstancesOf } from '../../kernel/command-context.ts';
import type { Secret } from '../../kernel/secret.ts';
import { wasClosed } from '../account/erasure.ts';
import type { Attempt } from './attempts.ts';
import { proveAddress } from '../account/prove-address.ts';
import { ensureRegistered, type FinishRegistrationDeps, registerAccount } from '../account/register-account.ts';
import type { ClaimLanding } from '../ports.ts';

export interface ThirdPartyDeps extends FinishRegistrationDeps {
  readonly secret: Secret;
  readonly claimLanding: ClaimLanding;
}

/**
 * A verified address also opens, and proves, an account that is not proved yet. Accounts with a proved address stay
 * untouched: owners link further logins from inside.
 * @throws ThirdPartyError generic, email_exists, user_account_closed
 */
export async function accountFor(
  deps: ThirdPartyDeps,
  claims: Claims,
  { type, ...begun }: Pick<Attempt, 'type' | 'visitorId' | 'language'>,
  request: HttpRequest,
): Promise<string> {
  const { database, secret } = deps;
  const known = await findByLogin(database, claims);
  if (known !== undefined) {
    const account = await findAccount(database, known);
    if (account !== undefined && isProvenBy(account, claims)) await prove(deps, account, claims, request);
    return known;
  }
  // After closing an account, a user gets a new one by signing up, not by logging in.
  if (type === 'login' && (await wasClosed(database, secret, claims.issuer, claims.subject))) {
    throw new ThirdPartyError('user_account_closed');
  }
  const email = emailSchema.safeParse(claims.email);
  if (!email.success || !claims.emailVerified) throw new ThirdPartyError('generic');
  try {
    return await create(deps, claims, email.data, { ...begun, request });
  } catch (error) {
    if (!(error instanceof CatalogueError && error.code === 'email_exists')) throw error;
    // Another tab with the same login, or another user.
    const meanwhile = await findByLogin(database, claims);
    if (meanwhile !== undefined) return meanwhile;
    const account = await findAccountByEmail(database, email.data);
    if (account === undefined || !isProvenBy(account, claims)) throw new ThirdPartyError('email_exists', error);
    await prove(deps, account, claims, request);
    return account.id;
  }
}

const isProvenBy = (account: Account, { email, emailVerified }: Claims): boolean =>
  account.emailVerifiedAt === null && emailVerified && email?.trim().toLowerCase() === account.email.toLowerCase();

async function prove(deps: ThirdPartyDeps, account: Account, claims: Claims, request: HttpRequest): Promise<void> {
  const circumstances = circumstancesOf(account, request);
  await ensureRegistered(deps, account, circumstances);
  await proveAddress(deps, account, 'third-party', circumstances, (tx) =>
    tx.query('INSERT INTO identity.third_party_logins (issuer, subject, user_id) VALUES ($1, $2, $3)', [
      claims.issuer,
      claims.subject,
      account.id,
    ]),
  );
  await deps.accounts.handle(account.id, decide.linkThirdPartyLogin(account.id), {
    ...circumstances,
    commandId: derivedId('link-third-party-login', account.id, request.id),
  });
}

async function findByLogin(database: Tx, { issuer, subject }: Claims): Promise<string | undefined> {
  const [row] = await database.query<{ userId: string }>(
    'SELECT user_id AS "userId" FROM identity.third_party_logins WHERE issuer = $1 AND subject = $2',
    [issuer, subject],
  );
  return row?.userId;
}

async function create(
  deps: ThirdPartyDeps,
  claims: Claims,
  email: string,
  { visitorId, language, request }: Pick<Attempt, 'visitorId' | 'language'> & { readonly request: HttpRequest },
): Promise<string> {
  const account = {
    id: randomUUID(),
    teamId: randomUUID(),
    email,
    firstName: ownName(claims.firstName),
    lastName: ownName(claims.lastName),
    language: language ?? LANGUAGES.find((code) => code === claims.locale?.split(/[-_]/)[0]) ?? 'en',
    passwordHash: null,
    registeredBy: 'third-party',
    emailVerified: true,
    signUpNetwork: deps.secret.digest('network', networkOf(request.ip)),
  } as const;
  await deps.database.transaction(async (tx) => {
    await createAccount(tx, account);
    await tx.query('INSERT INTO identity.third_party_logins (issuer, subject, user_id) VALUES ($1, $2, $3)', [
      claims.issuer,
      claims.subject,
      account.id,
    ]);
    if (visitorId !== null) await deps.claimLanding(tx, visitorId, account.id);
  });
  const emailVerifiedAt = new Date();
  await registerAccount(deps, { ...account, emailVerifiedAt }, circumstancesOf(account, request));
  return account.id;
}

/** Fits `nameSchema`, since a user cannot correct a third party's name here. */
const ownName = (name: string): string => cut(toLine(name).trim(), MAX_NAME_LENGTH);
