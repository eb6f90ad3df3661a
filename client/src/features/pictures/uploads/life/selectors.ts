import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { Failure } from '../../../../lib/errors/failure.ts';
import { isFinal } from '../transaction/final-failures.ts';
import { FILE_GONE, type Life } from './life.ts';

export const viewOf = (life: Life): TransactionView | undefined => ('view' in life ? life.view : undefined);
export const failureIn = (life: Life): Failure | undefined => (life.stage === 'failed' ? life.failure : undefined);

/** Whether sending the same file again may succeed. */
export const canRetry = (life: Life): boolean =>
  life.stage === 'failed' && life.failure.code !== FILE_GONE && !isFinal(life.failure);
