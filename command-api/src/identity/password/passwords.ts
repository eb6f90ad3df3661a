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

/** Source: OWASP Password Storage Cheat Sheet, argon2id with 19 MiB. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Logins come before new passwords: many sign-ups at once keep nobody out. Each takes its memory and one of the four threads that file access needs as well. */
const inTurn = createFairTurns({ atOnce: 2, maxWaiting: 200, maxWaitingOfOne: 64 });

/** A password, and the address of the account that it is given for: of one account one password is hashed at a time. */
export interface GivenPassword {
  readonly password: string;
  readonly email: string;
}

function argon2id(
  { password, email }: GivenPassword,
  nonce: Buffer,
  { cost, tagLength, priority }: { readonly cost: Cost; readonly tagLength: number; readonly priority: Priority },
): Promise<Buffer> {
  // One character can be typed as several sequences of code points, depending on the keyboard.
  const parameters: Argon2Parameters = { message: password.normalize('NFKC'), nonce, tagLength, ...cost };
  return inTurn(email.toLowerCase(), () => derive('argon2id', parameters), priority);
}

/**
 * The password's argon2id hash as a PHC string, which also says how it was made.
 * @throws CatalogueError service_unavailable, too_many_attempts
 */
export async function hashPassword(given: GivenPassword): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return phc(salt, await argon2id(given, salt, { cost: COST, tagLength: HASH_BYTES, priority: 'later' }));
}

/** No account has this password. An address without an account is compared with it, so that the answer takes as long as any other. */
const NOBODYS_HASH = phc(Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));

/**
 * Whether the password is the one that was hashed; never, without a hash, and after the same time.
 * @throws CatalogueError service_unavailable, too_many_attempts
 */
export async function verifyPassword(given: GivenPassword, hash: string | null): Promise<boolean> {
  const parsed = parse(hash ?? NOBODYS_HASH);
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
