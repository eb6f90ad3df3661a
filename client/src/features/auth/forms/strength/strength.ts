import { ZxcvbnFactory } from '@zxcvbn-ts/core';

export type Strength = 'weak' | 'fair' | 'good' | 'strong';

const BY_SCORE: readonly Strength[] = ['weak', 'weak', 'fair', 'good', 'strong'];
/** Longer ones are strong, and the estimate of a long text takes long. */
const ESTIMATED_LENGTH = 64;

const estimator = new ZxcvbnFactory();

/**
 * How well a password stands against guessing, as zxcvbn estimates it: keyboard rows, repeats, dates and what is known of the person count
 * for little. Common passwords are not known here: their list is large, and the server refuses them.
 */
export function strengthOf(password: string, known: readonly string[]): Strength {
  return BY_SCORE[estimator.check(password.slice(0, ESTIMATED_LENGTH), [...known]).score] ?? 'weak';
}
