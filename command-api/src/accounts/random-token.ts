import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits in base64url, 43 characters. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** A plain digest suffices for random tokens. */
export const tokenDigest = (token: string): Buffer => createHash('sha256').update(token).digest();
