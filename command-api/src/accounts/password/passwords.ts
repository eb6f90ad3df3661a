import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createFairTurns, type Priority } from '../../kernel/fair-turns.ts';

const derive = promisify(argon2);

interface Cost {
  /** KiB */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/**
 * Logins precede new passwords, so mass sign-ups delay no login. Each hash uses one of the four threads shared with
 * file access.
 */
const inTurn = createFairTurns({ atOnce: 2, maxWaiting: 200, maxWaitingOfOne: 64 });

/** Hashes of one address run one at a time. */
export interface GivenPassword {
  readonly password: string;
  readonly email: string;
}

function argon2id(
  { password, email }: GivenPassword,
  nonce: Buffer,
  { cost, tagLength, priority }: { readonly cost: Cost; readonly tagLength: number; readonly priority: Priority },
): Promise<Buffer> {
  // The same character can be typed as different sequences of code points.
  const parameters: Argon2Parameters = { message: password.normalize('NFKC'), nonce, tagLength, ...cost };
  return inTurn(email.toLowerCase(), () => derive('argon2id', parameters), priority);
}

/**
 * Argon2id as a PHC string.
 * @throws CatalogueError service_unavailable, too_many_attempts
 */
export async function hashPassword(given: GivenPassword): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return phc(salt, await argon2id(given, salt, { cost: COST, tagLength: HASH_BYTES, priority: 'later' }));
}

/** Compared for unknown addresses, to take equally long. */
const DUMMY_HASH = phc(Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));

/**
 * False without a hash, after the same time.
 * @throws CatalogueError service_unavailable, too_many_attempts
 */
export async function verifyPassword(given: GivenPassword, hash: string | null): Promise<boolean> {
  const parsed = parse(hash ?? DUMMY_HASH);
  const derived = await argon2id(given, parsed.salt, {
    cost: parsed.cost,
    tagLength: parsed.hash.length,
    priority: 'first',
  });
  return timingSafeEqual(derived, parsed.hash) && hash !== null;
}

function parse(text: string): { readonly cost: Cost; readonly salt: Buffer; readonly hash: Buffer } {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(text);
  const [, memory, passes, parallelism, salt, hash] = parts ?? [];
  if (salt === undefined || hash === undefined)
    throw new Error('A stored password hash is not a PHC string of argon2id');
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

function phc(salt: Buffer, hash: Buffer): string {
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
