import { type CreditPoolEvent, type GrantCause, MAX_BALANCE } from '@clearcut/schemas/credits/events';
import { ledgerKey, ledgerKeyOf } from '@clearcut/schemas/credits/ledger-key';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Decider } from '../kernel/decider.ts';

/**
 * What a decision about a pool needs, and no more: a state with every save in it would grow with the ledger, and so would
 * the cost of a spend.
 */
export interface CreditPoolState {
  readonly balance: number;
  /** What the command is about (see `ledgerKey`); null when only the balance is asked for. */
  readonly key: string | null;
  /** The last event about `key`. */
  readonly latest: CreditPoolEvent | undefined;
}

export type CreditPoolCommand =
  | { readonly type: 'GrantCredits'; readonly teamId: string; readonly credits: number; readonly cause: GrantCause }
  | {
      readonly type: 'SpendCredits';
      readonly teamId: string;
      readonly credits: number;
      readonly transactionId: string;
      readonly saveId: string;
      readonly pictureState: string;
    }
  /** Gives back the whole of what a save cost. */
  | { readonly type: 'RefundSpend'; readonly teamId: string; readonly saveId: string; readonly reason: 'save-failed' }
  /** The paid period is over: takes back `credits` of its grant, or what is left when that is less. */
  | { readonly type: 'ExpireCredits'; readonly teamId: string; readonly paymentId: string; readonly credits: number }
  | {
      readonly type: 'AdjustCredits';
      readonly teamId: string;
      readonly adjustmentId: string;
      /** Negative to take away. */
      readonly credits: number;
      readonly reason: string;
    };

/** The key of the events that a command can cause. */
export function keyOf(command: CreditPoolCommand): string {
  switch (command.type) {
    case 'GrantCredits':
      return ledgerKey.grant(command.cause);
    case 'SpendCredits':
    case 'RefundSpend':
      return ledgerKey.save(command.saveId);
    case 'ExpireCredits':
      return ledgerKey.expiry(command.paymentId);
    case 'AdjustCredits':
      return ledgerKey.adjustment(command.adjustmentId);
  }
}

function evolve({ key, latest }: CreditPoolState, event: CreditPoolEvent): CreditPoolState {
  return { balance: event.data.balance, key, latest: ledgerKeyOf(event) === key ? event : latest };
}

type Decide<Type extends CreditPoolCommand['type']> = (
  command: Extract<CreditPoolCommand, { type: Type }>,
  state: CreditPoolState,
) => readonly CreditPoolEvent[];

const grant: Decide<'GrantCredits'> = ({ teamId, credits, cause }, { balance, latest }) => {
  if (latest?.type === 'CreditsGranted') {
    if (latest.data.credits !== credits) throw new CatalogueError('idempotency_key_reused');
    return [];
  }
  if (balance + credits > MAX_BALANCE) throw new RangeError(`A pool holds ${MAX_BALANCE} credits at most`);
  return [{ type: 'CreditsGranted', data: { teamId, balance: balance + credits, credits, cause } }];
};

const spend: Decide<'SpendCredits'> = (
  { teamId, credits, transactionId, saveId, pictureState },
  { balance, latest },
) => {
  if (latest?.type === 'CreditsSpent') {
    if (latest.data.transactionId === transactionId && latest.data.pictureState === pictureState) return [];
    throw new Error(`Save ${saveId} was made of another picture`);
  }
  // A late repeat of an attempt that failed and was paid back: charging it again would pay for nothing.
  if (latest?.type === 'CreditsRefunded') throw new CatalogueError('save_failed');
  if (balance < credits) throw new CatalogueError('no_credits');
  const left = balance - credits;
  return [{ type: 'CreditsSpent', data: { teamId, balance: left, credits, transactionId, saveId, pictureState } }];
};

const refund: Decide<'RefundSpend'> = ({ teamId, saveId, reason }, { balance, latest }) => {
  if (latest?.type === 'CreditsRefunded') return [];
  if (latest?.type !== 'CreditsSpent')
    throw new Error(`Save ${saveId} was never charged, so there is nothing to refund`);
  const { credits, transactionId } = latest.data;
  return [
    { type: 'CreditsRefunded', data: { teamId, balance: balance + credits, credits, transactionId, saveId, reason } },
  ];
};

const expire: Decide<'ExpireCredits'> = ({ teamId, paymentId, credits }, { balance, latest }) => {
  if (latest !== undefined) return [];
  const expired = Math.min(credits, balance);
  const cause = { kind: 'period-ended', paymentId } as const;
  return [{ type: 'CreditsExpired', data: { teamId, balance: balance - expired, credits: expired, cause } }];
};

const adjust: Decide<'AdjustCredits'> = ({ teamId, adjustmentId, credits, reason }, { balance, latest }) => {
  if (latest?.type === 'CreditsAdjusted') {
    if (latest.data.credits !== credits) throw new CatalogueError('idempotency_key_reused');
    return [];
  }
  if (balance + credits < 0) throw new CatalogueError('adjustment_too_large');
  if (balance + credits > MAX_BALANCE) throw new RangeError(`A pool holds ${MAX_BALANCE} credits at most`);
  return [{ type: 'CreditsAdjusted', data: { teamId, balance: balance + credits, adjustmentId, credits, reason } }];
};

function decide(command: CreditPoolCommand, state: CreditPoolState): readonly CreditPoolEvent[] {
  // A state that was loaded for something else knows nothing of this key: a repeat would look like the first time.
  if (state.key !== keyOf(command)) throw new Error(`${command.type} was given the state for ${state.key}`);
  switch (command.type) {
    case 'GrantCredits':
      return grant(command, state);
    case 'SpendCredits':
      return spend(command, state);
    case 'RefundSpend':
      return refund(command, state);
    case 'ExpireCredits':
      return expire(command, state);
    case 'AdjustCredits':
      return adjust(command, state);
  }
}

/** The state of a pool without a line, as it looks to a command about `key`. */
export const emptyPool = (key: string | null): CreditPoolState => ({ balance: 0, key, latest: undefined });

export const creditPoolDecider: Decider<CreditPoolState, CreditPoolCommand, CreditPoolEvent> = {
  initialState: emptyPool(null),
  evolve,
  decide,
};
