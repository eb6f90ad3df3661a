import { type CreditPoolEvent, type ExpiryCause, type GrantCause, MAX_BALANCE } from '@clearcut/schemas/credits/events';
import { ledgerKey, ledgerKeyOf } from '@clearcut/schemas/credits/ledger-key';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Aggregate, Decision } from '../../kernel/aggregate.ts';

/** Only what a decision needs: with every save in it, a spend's cost would grow with the ledger. */
export interface CreditPoolState {
  readonly balance: number;
  readonly expiring: number;
  /** The command's subject (see `ledgerKey`); null when only the balance is loaded. */
  readonly key: string | null;
  readonly latest: CreditPoolEvent | undefined;
}

function evolve({ key, latest }: CreditPoolState, event: CreditPoolEvent): CreditPoolState {
  const { balance, expiring } = event.data;
  return { balance, expiring, key, latest: ledgerKeyOf(event) === key ? event : latest };
}

export const emptyPool = (key: string | null): CreditPoolState => ({
  balance: 0,
  expiring: 0,
  key,
  latest: undefined,
});

export const creditPoolAggregate: Aggregate<CreditPoolState, CreditPoolEvent> = {
  initialState: emptyPool(null),
  evolve,
};

export interface PoolCommand {
  readonly teamId: string;
  /** The command's id derives from it, with team and key. */
  readonly name: string;
  /** Subject, for which the state is loaded. */
  readonly key: string;
  readonly decide: Decision<CreditPoolState, CreditPoolEvent>;
}

const command = (
  name: string,
  teamId: string,
  key: string,
  decide: Decision<CreditPoolState, CreditPoolEvent>,
): PoolCommand => ({
  teamId,
  name,
  key,
  decide(state, now) {
    // A state loaded for another key would make a repeat look like a first attempt.
    if (state.key !== key) throw new Error(`${name} was given the state for ${state.key}`);
    return decide(state, now);
  },
});

interface Grant {
  readonly teamId: string;
  readonly credits: number;
  readonly cause: Exclude<GrantCause, { kind: 'returned' }>;
}

export const grantCredits = ({ teamId, credits, cause }: Grant): PoolCommand =>
  command('GrantCredits', teamId, ledgerKey.grant(cause), ({ balance, expiring, latest }) => {
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
  });

function checkRoom(balance: number): void {
  if (balance > MAX_BALANCE) throw new RangeError(`A pool holds ${MAX_BALANCE} credits at most`);
}

interface Spend {
  readonly teamId: string;
  readonly credits: number;
  readonly transactionId: string;
  readonly saveId: string;
  readonly pictureState: string;
}

export const spendCredits = ({ teamId, credits, transactionId, saveId, pictureState }: Spend): PoolCommand =>
  command('SpendCredits', teamId, ledgerKey.save(saveId), ({ balance, expiring, latest }) => {
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
  });

interface Refund {
  readonly teamId: string;
  readonly saveId: string;
  readonly reason: 'save-failed';
}

export const refundSpend = ({ teamId, saveId, reason }: Refund): PoolCommand =>
  command('RefundSpend', teamId, ledgerKey.save(saveId), ({ balance, expiring, latest }) => {
    if (latest?.type === 'CreditsRefunded') return [];
    if (latest?.type !== 'CreditsSpent')
      throw new Error(`Save ${saveId} was never charged, so there is nothing to refund`);
    const { credits, transactionId, ofExpiring } = latest.data;
    const line = { teamId, balance: balance + credits, expiring: expiring + ofExpiring };
    return [{ type: 'CreditsRefunded', data: { ...line, credits, transactionId, saveId, ofExpiring, reason } }];
  });

interface Expiry {
  readonly teamId: string;
  readonly cause: Exclude<ExpiryCause, { kind: 'period-ended' }>;
  readonly keep: number;
}

/** Expires the subscription's credits except `keep`. */
export const expireCredits = ({ teamId, cause, keep }: Expiry): PoolCommand =>
  command('ExpireCredits', teamId, ledgerKey.expiry(cause), ({ balance, expiring, latest }) => {
    if (latest !== undefined) return [];
    const credits = Math.max(0, expiring - keep);
    const line = { teamId, balance: balance - credits, expiring: expiring - credits };
    return [{ type: 'CreditsExpired', data: { ...line, credits, cause } }];
  });

interface Clawback {
  readonly teamId: string;
  readonly credits: number;
  readonly reason: 'refunded' | 'disputed';
  readonly clawbackId: string;
  readonly paymentId: string;
  readonly isPack: boolean;
}

/** Takes back `credits` of a payment's grant, or what is left of that kind: a plan's credits, or lasting ones. */
export const clawBackCredits = ({
  teamId,
  credits: asked,
  reason,
  clawbackId,
  paymentId,
  isPack,
}: Clawback): PoolCommand =>
  command('ClawBackCredits', teamId, ledgerKey.clawback(clawbackId), ({ balance, expiring, latest }) => {
    if (latest !== undefined) return [];
    const credits = Math.min(asked, isPack ? balance - expiring : expiring);
    const ofExpiring = isPack ? 0 : credits;
    const line = { teamId, balance: balance - credits, expiring: expiring - ofExpiring };
    const missing = asked - credits;
    return [
      { type: 'CreditsClawedBack', data: { ...line, credits, missing, reason, ofExpiring, clawbackId, paymentId } },
    ];
  });

/** Restores credits after a failed refund or a won dispute. */
export const returnClawback = ({ teamId, clawbackId }: Pick<Clawback, 'teamId' | 'clawbackId'>): PoolCommand =>
  command('ReturnClawback', teamId, ledgerKey.clawback(clawbackId), ({ balance, expiring, latest }) => {
    if (latest?.type !== 'CreditsClawedBack' || latest.data.credits === 0) return [];
    const { credits, ofExpiring } = latest.data;
    checkRoom(balance + credits);
    const line = { teamId, balance: balance + credits, expiring: expiring + ofExpiring };
    return [{ type: 'CreditsGranted', data: { ...line, credits, cause: { kind: 'returned', clawbackId } } }];
  });

interface Adjustment {
  readonly teamId: string;
  readonly adjustmentId: string;
  /** Negative to remove credits. */
  readonly credits: number;
  readonly reason: string;
}

export const adjustCredits = ({ teamId, adjustmentId, credits, reason }: Adjustment): PoolCommand =>
  command('AdjustCredits', teamId, ledgerKey.adjustment(adjustmentId), ({ balance: before, expiring, latest }) => {
    if (latest?.type === 'CreditsAdjusted') {
      if (latest.data.credits !== credits) throw new CatalogueError('idempotency_key_reused');
      return [];
    }
    const balance = before + credits;
    if (balance < 0) throw new CatalogueError('adjustment_too_large');
    checkRoom(balance);
    const line = { teamId, balance, expiring: Math.min(expiring, balance) };
    return [{ type: 'CreditsAdjusted', data: { ...line, adjustmentId, credits, reason } }];
  });
