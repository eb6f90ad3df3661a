import type { TransactionView } from '@clearcut/schemas/transaction/http';

/** A guess that was saved before was confirmed then. */
export const isOpenGuess = ({ isGuess, save }: Pick<TransactionView, 'isGuess' | 'save'>): boolean =>
  isGuess && save === null;
