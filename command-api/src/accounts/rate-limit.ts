import type { Database } from '@clearcut/platform/database/database';
import { BULK_MAX_IMAGES } from '@clearcut/schemas/constants';
import { CatalogueError, type ErrorCode } from '@clearcut/schemas/errors';
import { networkOf } from '../http/networks.ts';
import type { Secret } from '../kernel/secret.ts';
import type { LinkPurpose } from '../mails/index.ts';

/** Token bucket: `burst` at once, then one per `refillSeconds`. */
interface Limit {
  readonly burst: number;
  readonly refillSeconds: number;
  /** Defaults to `too_many_attempts`, which suggests a password reset. */
  readonly error?: ErrorCode;
}

/**
 * Wrong passwords count per account and address, so that a guesser is locked out and the owner is not; per address; and
 * per account. The rest counts each time, since it costs a mail or a hash.
 */
const LIMITS = {
  'password:tried': { burst: 60, refillSeconds: 10 },
  'password:account+address': { burst: 10, refillSeconds: 60 },
  'password:address': { burst: 60, refillSeconds: 30 },
  'password:account': { burst: 100, refillSeconds: 30 },
  'code:account': { burst: 10, refillSeconds: 60 },
  'challenge:account': { burst: 30, refillSeconds: 10 },
  'challenge:address': { burst: 300, refillSeconds: 2 },
  'link:reset': { burst: 10, refillSeconds: 300 },
  'link:magic': { burst: 10, refillSeconds: 300 },
  'link:proof': { burst: 5, refillSeconds: 600 },
  'link:address-change': { burst: 5, refillSeconds: 600 },
  'invitation:team': { burst: 250, refillSeconds: 30, error: 'too_many_requests' },
  'link:invitation': { burst: 20, refillSeconds: 300, error: 'too_many_requests' },
  'third-party:address': { burst: 30, refillSeconds: 10, error: 'too_many_requests' },
  // Each adds events for good.
  'changes:caller': { burst: 120, refillSeconds: 10, error: 'too_many_requests' },
  // Revoked keys stay in the log.
  'keys:team': { burst: 100, refillSeconds: 60, error: 'too_many_requests' },
  // Each asks the payment provider.
  'billing:team': { burst: 30, refillSeconds: 20, error: 'too_many_requests' },
  // Per team and host, so that ten endpoints on one host share it.
  'webhook:host': { burst: 10, refillSeconds: 60, error: 'too_many_requests' },
  'link:email+address': { burst: 5, refillSeconds: 300 },
  'link:address': { burst: 60, refillSeconds: 60 },
  'credits:member': { burst: 1, refillSeconds: 86_400 },
  // Total of one bulk upload: does not refill while its pictures exist.
  'bulk:batch': { burst: BULK_MAX_IMAGES, refillSeconds: 7 * 24 * 3600 },
  'landing:address': { burst: 60, refillSeconds: 10 },
  'contact:tried': { burst: 60, refillSeconds: 30 },
  'contact:address': { burst: 10, refillSeconds: 300 },
  'notice:email': { burst: 5, refillSeconds: 3600 },
} as const satisfies Record<string, Limit>;

type LimitName = keyof typeof LIMITS | 'sign-up:address';

const SIGN_UP_REFILL_SECONDS = 12;

export interface RateLimits {
  /** Counts a password before it is checked. @throws CatalogueError too_many_attempts */
  countPasswordAttempt(account: string, address: string): Promise<void>;
  /** Hashing a new password costs as much as a check. @throws CatalogueError too_many_attempts */
  countNewPassword(account: string, address: string): Promise<void>;
  /** Takes back the count of a password that was right or never checked. */
  releasePasswordAttempt(account: string, address: string): Promise<void>;
  /** Counts a code before it is checked. @throws CatalogueError too_many_attempts */
  countCodeAttempt(userId: string): Promise<void>;
  releaseCodeAttempt(userId: string): Promise<void>;
  /** Challenges are stored until answered. @throws CatalogueError too_many_attempts */
  countChallenge(userId: string): Promise<void>;
  /** For challenges before the account is known. @throws CatalogueError too_many_attempts */
  countChallengeFrom(address: string): Promise<void>;
  /** @throws CatalogueError too_many_requests */
  countSignUp(address: string): Promise<void>;
  /**
   * Per purpose. One network address uses up at most half, so that a stranger cannot keep the owner from a reset.
   * @throws CatalogueError too_many_attempts
   */
  countLink(purpose: Exclude<LinkPurpose, 'invitation'>, email: string, address: string): Promise<void>;
  /** Per team: an admin may invite a whole company. @throws CatalogueError too_many_requests */
  countInvitation(email: string, teamId: string): Promise<void>;
  /** Started logins are stored until they return. @throws CatalogueError too_many_requests */
  countThirdPartyLogin(address: string): Promise<void>;
  countWebhook(teamId: string, host: string): Promise<void>;
  /** @throws CatalogueError too_many_requests */
  countChange(caller: string): Promise<void>;
  /** @throws CatalogueError too_many_requests */
  countKeyChange(teamId: string): Promise<void>;
  /** @throws CatalogueError too_many_requests */
  countBillingRequest(teamId: string): Promise<void>;
  countMessageAttempt(address: string): Promise<void>;
  /** @throws CatalogueError too_many_attempts */
  countMessage(address: string): Promise<void>;
  /** @throws CatalogueError too_many_attempts */
  countLanding(address: string): Promise<void>;
  mayNotify(email: string): Promise<boolean>;
  /** Counts a picture; false when the bulk upload is full. */
  mayJoinBatch(userId: string, batchId: string): Promise<boolean>;
  mayAskForCredits(userId: string): Promise<boolean>;
}

export function createRateLimits(
  database: Database,
  secret: Secret,
  { signUpsAtOnce }: { readonly signUpsAtOnce: number },
): RateLimits {
  const { spend, refuseSpent, isLeft, refill } = createBuckets(database, secret, {
    ...LIMITS,
    'sign-up:address': { burst: signUpsAtOnce, refillSeconds: SIGN_UP_REFILL_SECONDS, error: 'too_many_requests' },
  });

  return {
    countNewPassword: (account, address) => spend('password:tried', hashedFor(account, address)),
    async countPasswordAttempt(account, address) {
      // Comes before any row of the account: strangers can make up accounts without end.
      await refuseSpent('password:address', networkOf(address));
      await spend('password:tried', hashedFor(account, address));
      for (const [name, subject] of passwordSubjects(account, address)) await spend(name, subject);
    },
    async releasePasswordAttempt(account, address) {
      for (const [name, subject] of passwordSubjects(account, address)) await refill(name, subject);
    },
    countCodeAttempt: (userId) => spend('code:account', userId),
    releaseCodeAttempt: (userId) => refill('code:account', userId),
    countChallenge: (userId) => spend('challenge:account', userId),
    countChallengeFrom: (address) => spend('challenge:address', networkOf(address)),
    countSignUp: (address) => spend('sign-up:address', networkOf(address)),
    async countLink(purpose, email, address) {
      await spend('link:address', networkOf(address));
      await spend('link:email+address', `${purpose}\0${email.toLowerCase()}\0${networkOf(address)}`);
      await spend(`link:${purpose}`, email.toLowerCase());
    },
    async countInvitation(email, teamId) {
      await spend('invitation:team', teamId);
      await spend('link:invitation', email.toLowerCase());
    },
    mayJoinBatch: (userId, batchId) => isLeft('bulk:batch', `${userId}\0${batchId.toLowerCase()}`),
    mayNotify: (email) => isLeft('notice:email', email.toLowerCase()),
    mayAskForCredits: (userId) => isLeft('credits:member', userId),
    countMessageAttempt: (address) => spend('contact:tried', networkOf(address)),
    countThirdPartyLogin: (address) => spend('third-party:address', networkOf(address)),
    countChange: (caller) => spend('changes:caller', caller),
    countKeyChange: (teamId) => spend('keys:team', teamId),
    countBillingRequest: (teamId) => spend('billing:team', teamId),
    countWebhook: (teamId, host) => spend('webhook:host', `${teamId}\0${host}`),
    countMessage: (address) => spend('contact:address', networkOf(address)),
    countLanding: (address) => spend('landing:address', networkOf(address)),
  };
}

function createBuckets(database: Database, secret: Secret, limits: Readonly<Record<LimitName, Limit>>) {
  const keyOf = (name: LimitName, subject: string): Buffer => secret.digest(`rate-limit:${name}`, subject);

  /** A single statement per bucket: concurrent requests queue at its row. */
  async function spend(name: LimitName, subject: string): Promise<void> {
    const { burst, refillSeconds, error = 'too_many_attempts' } = limits[name];
    const [row] = await database.query(
      `INSERT INTO identity.rate_limits AS l (key, spent, updated_at) VALUES ($1, 1, now())
       ON CONFLICT (key) DO UPDATE
         SET spent = greatest(0, l.spent - extract(epoch FROM now() - l.updated_at) / $3) + 1, updated_at = now()
         WHERE greatest(0, l.spent - extract(epoch FROM now() - l.updated_at) / $3) + 1 <= $2
       RETURNING spent`,
      [keyOf(name, subject), burst, refillSeconds],
    );
    if (row === undefined) throw new CatalogueError(error, { retryAfterSeconds: refillSeconds });
  }

  async function refuseSpent(name: LimitName, subject: string): Promise<void> {
    const { burst, refillSeconds, error = 'too_many_attempts' } = limits[name];
    const spent = await database.query(
      `SELECT 1 FROM identity.rate_limits
       WHERE key = $1 AND greatest(0, spent - extract(epoch FROM now() - updated_at) / $3) + 1 > $2`,
      [keyOf(name, subject), burst, refillSeconds],
    );
    if (spent.length > 0) throw new CatalogueError(error, { retryAfterSeconds: refillSeconds });
  }

  async function isLeft(name: LimitName, subject: string): Promise<boolean> {
    try {
      await spend(name, subject);
      return true;
    } catch (error) {
      if (error instanceof CatalogueError && error.status === 429) return false;
      throw error;
    }
  }

  async function refill(name: LimitName, subject: string): Promise<void> {
    await database.query('UPDATE identity.rate_limits SET spent = greatest(0, spent - 1) WHERE key = $1', [
      keyOf(name, subject),
    ]);
  }

  return { spend, refuseSpent, isLeft, refill };
}

const hashedFor = (account: string, address: string): string => `${account.toLowerCase()}\0${networkOf(address)}`;

function passwordSubjects(account: string, address: string): [LimitName, string][] {
  const [who, where] = [account.toLowerCase(), networkOf(address)];
  return [
    ['password:account+address', `${who}\0${where}`],
    ['password:address', where],
    ['password:account', who],
  ];
}

/** A full bucket equals a missing one. */
export async function forgetRateLimits(database: Database): Promise<void> {
  await database.query(`DELETE FROM identity.rate_limits WHERE updated_at < now() - interval '1 day'`);
}
