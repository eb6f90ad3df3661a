import { createHash, randomBytes } from 'node:crypto';

/** A secret for a cookie or a link: 256 random bits in base64url, 43 characters. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** What is kept of a random token. A plain digest is enough: 2^256 tokens are too many to try. */
export const tokenDigest = (token: string): Buffer => createHash('sha256').update(token).digest();
