import type { Database } from '@clearcut/platform/database/database';
import { BULK_MAX_IMAGES } from '@clearcut/schemas/constants';
import { CatalogueError, type ErrorCode } from '@clearcut/schemas/errors';
import { networkOf } from '../http/networks.ts';
import type { Secret } from '../kernel/secret.ts';
import type { LinkPurpose } from '../mails/links.ts';

/** A token bucket: `burst` at once, and after that one each `refillSeconds`. */
interface Limit {
  readonly burst: number;
  readonly refillSeconds: number;
  /** Default: `too_many_attempts`, which advises to reset the password. */
  readonly error?: ErrorCode;
}

/**
 * Wrong passwords are counted for one account at one address, so that a guesser is shut out and the owner is not; for
 * one address, against trying one password on many accounts; and for one account, against guessing from many addresses. The rest
 * is counted each time, because each costs a mail or a hash: so are right passwords of one account at one address, generously.
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
  'invitation:team': { burst: 250, refillSeconds: 30, error: 'too_many_requests' },
  'link:invitation': { burst: 20, refillSeconds: 300, error: 'too_many_requests' },
  'third-party:address': { burst: 30, refillSeconds: 10, error: 'too_many_requests' },
  // Of a team at one host, so that its ten endpoints there do not count apart.
  'webhook:host': { burst: 10, refillSeconds: 60, error: 'too_many_requests' },
  'link:email+address': { burst: 5, refillSeconds: 300 },
  'link:address': { burst: 60, refillSeconds: 60 },
  'credits:member': { burst: 1, refillSeconds: 86_400 },
  // What one bulk upload may have, in all: it does not fill up again while its pictures are kept.
  'bulk:batch': { burst: BULK_MAX_IMAGES, refillSeconds: 7 * 24 * 3600 },
  'landing:address': { burst: 60, refillSeconds: 10 },
  'contact:tried': { burst: 60, refillSeconds: 30 },
  'contact:address': { burst: 10, refillSeconds: 300 },
  'notice:email': { burst: 5, refillSeconds: 3600 },
} as const satisfies Record<string, Limit>;

type LimitName = keyof typeof LIMITS | 'sign-up:address';

const SIGN_UP_REFILL_SECONDS = 12;

export interface RateLimits {
  /** Counts one password that is about to be tried, and may be right. @throws CatalogueError too_many_attempts */
  passwordTried(account: string, address: string): Promise<void>;
  /** Counts a new password, which costs as much to hash as one that is tried. @throws CatalogueError too_many_attempts */
  passwordSet(account: string, address: string): Promise<void>;
  /** It was right, or not tried after all: it does not count. */
  passwordWasNotWrong(account: string, address: string): Promise<void>;
  /** Counts one code of a second factor that is about to be tried. @throws CatalogueError too_many_attempts */
  codeTried(userId: string): Promise<void>;
  codeWasRight(userId: string): Promise<void>;
  /** Counts one challenge for the passkeys of an account, which is stored until it is answered. @throws CatalogueError too_many_attempts */
  challengeAsked(userId: string): Promise<void>;
  /** Likewise, before it is known whose passkey will answer. @throws CatalogueError too_many_attempts */
  challengeAskedFrom(address: string): Promise<void>;
  /** @throws CatalogueError too_many_requests */
  signUp(address: string): Promise<void>;
  /**
   * A mail with a link is asked for. Each purpose has a count of its own, and one address of the net uses up at most half of it, so that a
   * stranger who asks for sign-in links does not keep the owner from a reset. @throws CatalogueError too_many_attempts
   */
  linkAsked(purpose: Exclude<LinkPurpose, 'invitation'>, email: string, address: string): Promise<void>;
  /** Counted by team: an admin invites a whole company at once. @throws CatalogueError too_many_requests */
  invited(email: string, teamId: string): Promise<void>;
  /** A login at a third party begins, which is stored until it comes back. @throws CatalogueError too_many_requests */
  thirdPartyStarted(address: string): Promise<void>;
  /** A member sends a test, or an earlier message again, to a webhook at this host. @throws CatalogueError too_many_requests */
  webhookSent(teamId: string, host: string): Promise<void>;
  /** A contact form that is about to be read, and may be no form at all. @throws CatalogueError too_many_attempts */
  messageTried(address: string): Promise<void>;
  /** A message of the contact form. @throws CatalogueError too_many_attempts */
  messageSent(address: string): Promise<void>;
  /** A visitor came by a link of a campaign. @throws CatalogueError too_many_attempts */
  landed(address: string): Promise<void>;
  /** Whether one more notice may go to this address, which did not ask for it. */
  mayNotify(email: string): Promise<boolean>;
  /** Counts one picture of a member's bulk upload, and returns whether it may have one more. */
  mayJoinBatch(userId: string, batchId: string): Promise<boolean>;
  /** Whether this member may ask the admins for credits, which each may once a day. */
  mayAskForCredits(userId: string): Promise<boolean>;
}

/** Counted in the database, so that any number of processes count together. */
export function createRateLimits(
  database: Database,
  secret: Secret,
  { signUpsAtOnce }: { readonly signUpsAtOnce: number },
): RateLimits {
  const limits: Record<LimitName, Limit> = {
    ...LIMITS,
    'sign-up:address': { burst: signUpsAtOnce, refillSeconds: SIGN_UP_REFILL_SECONDS, error: 'too_many_requests' },
  };
  const keyOf = (name: LimitName, subject: string): Buffer => secret.digest(`rate-limit:${name}`, subject);

  /** One statement for each bucket: those who come at once queue up at its row, and each sees what the one before left. */
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

  /** Spends one where one is left. */
  async function isLeft(name: LimitName, subject: string): Promise<boolean> {
    try {
      await spend(name, subject);
      return true;
    } catch (error) {
      if (error instanceof CatalogueError && error.status === 429) return false;
      throw error;
    }
  }

  async function giveBack(name: LimitName, subject: string): Promise<void> {
    await database.query('UPDATE identity.rate_limits SET spent = greatest(0, spent - 1) WHERE key = $1', [
      keyOf(name, subject),
    ]);
  }

  return {
    passwordSet: (account, address) => spend('password:tried', hashedFor(account, address)),
    async passwordTried(account, address) {
      await spend('password:tried', hashedFor(account, address));
      for (const [name, subject] of passwordSubjects(account, address)) await spend(name, subject);
    },
    async passwordWasNotWrong(account, address) {
      for (const [name, subject] of passwordSubjects(account, address)) await giveBack(name, subject);
    },
    codeTried: (userId) => spend('code:account', userId),
    codeWasRight: (userId) => giveBack('code:account', userId),
    challengeAsked: (userId) => spend('challenge:account', userId),
    challengeAskedFrom: (address) => spend('challenge:address', networkOf(address)),
    signUp: (address) => spend('sign-up:address', networkOf(address)),
    async linkAsked(purpose, email, address) {
      await spend('link:address', networkOf(address));
      await spend('link:email+address', `${purpose}\0${email.toLowerCase()}\0${networkOf(address)}`);
      await spend(`link:${purpose}`, email.toLowerCase());
    },
    async invited(email, teamId) {
      await spend('invitation:team', teamId);
      await spend('link:invitation', email.toLowerCase());
    },
    mayJoinBatch: (userId, batchId) => isLeft('bulk:batch', `${userId}\0${batchId.toLowerCase()}`),
    mayNotify: (email) => isLeft('notice:email', email.toLowerCase()),
    mayAskForCredits: (userId) => isLeft('credits:member', userId),
    messageTried: (address) => spend('contact:tried', networkOf(address)),
    thirdPartyStarted: (address) => spend('third-party:address', networkOf(address)),
    webhookSent: (teamId, host) => spend('webhook:host', `${teamId}\0${host}`),
    messageSent: (address) => spend('contact:address', networkOf(address)),
    landed: (address) => spend('landing:address', networkOf(address)),
  };
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

/** Buckets that have long filled up again are like those that were never there. */
export async function forgetRateLimits(database: Database): Promise<void> {
  await database.query(`DELETE FROM identity.rate_limits WHERE updated_at < now() - interval '1 day'`);
}
