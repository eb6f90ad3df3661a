import { networkOf } from '../../http/networks.ts';
import type { Secret } from '../../kernel/secret.ts';

/** What stands for the address that a visitor's picture came from: the same for all visitors of one, and not to be traced back without our secret. */
export const originOf = (secret: Secret, address: string): string =>
  secret.digest('picture-origin', networkOf(address)).toString('hex');
