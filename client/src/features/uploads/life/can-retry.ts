import { isFinal } from '../transaction/final-failures.ts';
import { FILE_GONE, type Life } from './life.ts';

/** Whether sending the same file again may succeed. */
export const canRetry = (life: Life): boolean =>
  life.stage === 'failed' && life.failure.code !== FILE_GONE && !isFinal(life.failure);
