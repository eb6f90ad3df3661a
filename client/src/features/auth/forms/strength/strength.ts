import { ZxcvbnFactory } from '@zxcvbn-ts/core';

export type Strength = 'weak' | 'fair' | 'good' | 'strong';

const BY_SCORE: readonly Strength[] = ['weak', 'weak', 'fair', 'good', 'strong'];
/** Longer passwords are strong, and estimating them is slow. */
const ESTIMATED_LENGTH = 64;

const estimator = new ZxcvbnFactory();

/**
 * Strength by zxcvbn: keyboard rows, repeats, dates and known facts count for little. Common passwords are not checked
 * here: the list is large, and the server refuses them.
 */
export function strengthOf(password: string, known: readonly string[]): Strength {
  return BY_SCORE[estimator.check(password.slice(0, ESTIMATED_LENGTH), [...known]).score] ?? 'weak';
}
