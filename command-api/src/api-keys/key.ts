import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyMode } from '@clearcut/schemas/api-keys/rights';
import { KEY_PATTERN } from '../kernel/key-pattern.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 30 digits of base 62: 178 random bits. */
const RANDOM_LENGTH = 30;
/** CRC-32 has up to six digits of base 62. */
const CHECKSUM_LENGTH = 6;

/**
 * `cck_`, mode, 30 random digits and a checksum, like GitHub's tokens: scanners find leaked keys, typos need no query,
 * and a double click selects all.
 */
export function makeKey(mode: KeyMode): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('');
  const body = `cck_${mode}_${random}`;
  return body + checksumOf(body);
}

export function isKey(text: string): boolean {
  const [body, checksum] = [text.slice(0, -CHECKSUM_LENGTH), text.slice(-CHECKSUM_LENGTH)];
  return KEY_PATTERN.exec(text)?.[0] === text && checksumOf(body) === checksum;
}

/** A fast hash suffices for 178 random bits: no dictionary covers them. */
export const keyDigest = (key: string): Buffer => createHash('sha256').update(key).digest();

export const hintOf = (mode: KeyMode, tail: string): string => `cck_${mode}_…${tail}`;

export const tailOf = (key: string): string => key.slice(-4);

function checksumOf(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = `${BASE62[rest % BASE62.length]}${digits}`;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}
