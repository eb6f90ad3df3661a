import { type CreditPoolEvent, type ExpiryCause, type GrantCause, MAX_BALANCE } from '@clearcut/schemas/credits/events';
import { ledgerKey, ledgerKeyOf } from '@clearcut/schemas/credits/ledger-key';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Decider } from '../../kernel/decider.ts';

/** Only what a decision needs: with every save in it, a spend's cost would grow with the ledger. */
export interface CreditPoolState {
  readonly balance: number;
  readonly expiring: number;
  /** The command's subject (see `ledgerKey`); null when only the balance is loaded. */
  readonly key: string | null;
  readonly latest: CreditPoolEvent | undefined;
}

export type CreditPoolCommand =
  | {
      readonly type: 'GrantCredits';
      readonly teamId: string;
      readonly credits: number;
      readonly cause: Exclude<GrantCause, { kind: 'returned' }>;
    }
  | {
      readonly type: 'SpendCredits';
      readonly teamId: string;
      readonly credits: number;
      readonly transactionId: string;
      readonly saveId: string;
      readonly pictureState: string;
    }
  | { readonly type: 'RefundSpend'; readonly teamId: string; readonly saveId: string; readonly reason: 'save-failed' }
  /** Expires the subscription's credits except `keep`. */
  | {
      readonly type: 'ExpireCredits';
      readonly teamId: string;
      readonly cause: Exclude<ExpiryCause, { kind: 'period-ended' }>;
      readonly keep: number;
    }
  /** Takes back `credits` of a payment's grant, or what is left of that kind: a plan's credits, or lasting ones. */
  | {
      readonly type: 'ClawBackCredits';
      readonly teamId: string;
      readonly credits: number;
      readonly reason: 'refunded' | 'disputed';
      readonly clawbackId: string;
      readonly paymentId: string;
      readonly isPack: boolean;
    }
  /** Restores credits after a failed refund or a won dispute. */
  | { readonly type: 'ReturnClawback'; readonly teamId: string; readonly clawbackId: string }
  | {
      readonly type: 'AdjustCredits';
      readonly teamId: string;
      readonly adjustmentId: string;
      /** Negative to remove credits. */
      readonly credits: number;
      readonly reason: string;
    };

export function keyOf(command: CreditPoolCommand): string {
  switch (command.type) {
    case 'GrantCredits':
      return ledgerKey.grant(command.cause);
    case 'SpendCredits':
    case 'RefundSpend':
      return ledgerKey.save(command.saveId);
    case 'ExpireCredits':
      return ledgerKey.expiry(command.cause);
    case 'ClawBackCredits':
    case 'ReturnClawback':
      return ledgerKey.clawback(command.clawbackId);
    case 'AdjustCredits':
      return ledgerKey.adjustment(command.adjustmentId);
  }
}

function evolve({ key, latest }: CreditPoolState, event: CreditPoolEvent): CreditPoolState {
  const { balance, expiring } = event.data;
  return { balance, expiring, key, latest: ledgerKeyOf(event) === key ? event : latest };
}

type Decide<Type extends CreditPoolCommand['type']> = (
  command: Extract<CreditPoolCommand, { type: Type }>,
  state: CreditPoolState,
) => readonly CreditPoolEvent[];

const grant: Decide<'GrantCredits'> = ({ teamId, credits, cause }, { balance, expiring, latest }) => {
  if (latest?.type === 'CreditsGranted') {
    // A team keeps its starter credits even if the setting has changed since.
    if (cause.kind === 'starter') return [];
    if (latest.data.credits !== credits) throw new CatalogueError('idempotency_key_reused');
    return [];
  }
  checkRoom(balance + credits);
  const line = {
    teamId,
    balance: balance + credits,
    expiring: cause.kind === 'payment' ? expiring + credits : expiring,
  };
  return [{ type: 'CreditsGranted', data: { ...line, credits, cause } }];
};

function checkRoom(balance: number): void {
  if (balance > MAX_BALANCE) throw new RangeError(`A pool holds ${MAX_BALANCE} credits at most`);
}

const spend: Decide<'SpendCredits'> = (
  { teamId, credits, transactionId, saveId, pictureState },
  { balance, expiring, latest },
) => {
  if (latest?.type === 'CreditsSpent') {
    if (latest.data.transactionId === transactionId && latest.data.pictureState === pictureState) return [];
    throw new Error(`Save ${saveId} was made of another picture`);
  }
  // A late repeat of a refunded attempt: charging again would pay for nothing.
  if (latest?.type === 'CreditsRefunded') throw new CatalogueError('save_failed');
  if (balance < credits) throw new CatalogueError('no_credits');
  const ofExpiring = Math.min(credits, expiring);
  const line = { teamId, balance: balance - credits, expiring: expiring - ofExpiring };
  return [{ type: 'CreditsSpent', data: { ...line, credits, transactionId, saveId, ofExpiring, pictureState } }];
};

const refund: Decide<'RefundSpend'> = ({ teamId, saveId, reason }, { balance, expiring, latest }) => {
  if (latest?.type === 'CreditsRefunded') return [];
  if (latest?.type !== 'CreditsSpent')
    throw new Error(`Save ${saveId} was never charged, so there is nothing to refund`);
  const { credits, transactionId, ofExpiring } = latest.data;
  const line = { teamId, balance: balance + credits, expiring: expiring + ofExpiring };
  return [{ type: 'CreditsRefunded', data: { ...line, credits, transactionId, saveId, ofExpiring, reason } }];
};

const expire: Decide<'ExpireCredits'> = ({ teamId, cause, keep }, { balance, expiring, latest }) => {
  if (latest !== undefined) return [];
  const credits = Math.max(0, expiring - keep);
  const line = { teamId, balance: balance - credits, expiring: expiring - credits };
  return [{ type: 'CreditsExpired', data: { ...line, credits, cause } }];
};

const clawBack: Decide<'ClawBackCredits'> = (
  { teamId, credits: asked, reason, clawbackId, paymentId, isPack },
  { balance, expiring, latest },
) => {
  if (latest !== undefined) return [];
  const credits = Math.min(asked, isPack ? balance - expiring : expiring);
  const ofExpiring = isPack ? 0 : credits;
  const line = { teamId, balance: balance - credits, expiring: expiring - ofExpiring };
  const missing = asked - credits;
  return [
    { type: 'CreditsClawedBack', data: { ...line, credits, missing, reason, ofExpiring, clawbackId, paymentId } },
  ];
};

const returnClawback: Decide<'ReturnClawback'> = ({ teamId, clawbackId }, { balance, expiring, latest }) => {
  if (latest?.type !== 'CreditsClawedBack' || latest.data.credits === 0) return [];
  const { credits, ofExpiring } = latest.data;
  checkRoom(balance + credits);
  const line = { teamId, balance: balance + credits, expiring: expiring + ofExpiring };
  return [{ type: 'CreditsGranted', data: { ...line, credits, cause: { kind: 'returned', clawbackId } } }];
};

const adjust: Decide<'AdjustCredits'> = (
  { teamId, adjustmentId, credits, reason },
  { balance: before, expiring, latest },
) => {
  if (latest?.type === 'CreditsAdjusted') {
    if (latest.data.credits !== credits) throw new CatalogueError('idempotency_key_reused');
    return [];
  }
  const balance = before + credits;
  if (balance < 0) throw new CatalogueError('adjustment_too_large');
  checkRoom(balance);
  const line = { teamId, balance, expiring: Math.min(expiring, balance) };
  return [{ type: 'CreditsAdjusted', data: { ...line, adjustmentId, credits, reason } }];
};

function decide(command: CreditPoolCommand, state: CreditPoolState): readonly CreditPoolEvent[] {
  // A state loaded for another key would make a repeat look like a first attempt.
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
    case 'ClawBackCredits':
      return clawBack(command, state);
    case 'ReturnClawback':
      return returnClawback(command, state);
    case 'AdjustCredits':
      return adjust(command, state);
  }
}

export const emptyPool = (key: string | null): CreditPoolState => ({
  balance: 0,
  expiring: 0,
  key,
  latest: undefined,
});

export const creditPoolDecider: Decider<CreditPoolState, CreditPoolCommand, CreditPoolEvent> = {
  initialState: emptyPool(null),
  evolve,
  decide,
};
