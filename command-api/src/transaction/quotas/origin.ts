import { networkOf } from '../../http/networks.ts';
import type { Secret } from '../../kernel/secret.ts';

/** Stable digest of a visitor's address, irreversible without our secret. */
export const originOf = (secret: Secret, address: string): string =>
  secret.digest('picture-origin', networkOf(address)).toString('hex');
