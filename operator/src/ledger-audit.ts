import { type CreditPoolEvent, creditsOf } from '@clearcut/schemas/credits/events';
import { ledgerKeyOf } from '@clearcut/schemas/credits/ledger-key';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';

interface AuditedPool {
  version: number;
  balance: number;
  /** How many of them end with the subscription. */
  expiring: number;
  /** Credits that were taken for a key and have not come back; 0 for what happens once and has no way back. */
  readonly open: Map<string, number>;
}

/**
 * Adds up every pool from its events alone. On purpose without the decider, the read model, or the balances that stand in the
 * events: what they say is compared with what comes out here.
 */
export class LedgerAudit {
  readonly #pools = new Map<string, AuditedPool>();
  entries = 0;

  /** Version of each pool, by team, up to which it was audited. */
  versions(): Map<string, number> {
    return new Map([...this.#pools].map(([teamId, { version }]) => [teamId, version]));
  }

  /** Takes the next event of the log; returns what is wrong with it. */
  add({ event, stream, version }: RecordedEvent<CreditPoolEvent>): string[] {
    const { teamId } = event.data;
    const pool = this.#pools.get(teamId) ?? { version: 0, balance: 0, expiring: 0, open: new Map<string, number>() };
    this.#pools.set(teamId, pool);
    this.entries += 1;

    const wrong: string[] = [];
    if (stream !== `creditPool-${teamId}`) wrong.push(`it stands in ${stream}`);
    if (version !== pool.version + 1) wrong.push(`it follows version ${pool.version}`);
    pool.version = version;
    pool.balance += creditsOf(event);
    if (pool.balance < 0) wrong.push(`the balance is ${pool.balance}`);
    if (event.data.balance !== pool.balance) {
      wrong.push(`it says that ${event.data.balance} credits are left, and ${pool.balance} are`);
    }
    const expiring = expiringAfter(pool, event);
    if (event.data.expiring !== expiring || expiring < 0 || expiring > pool.balance) {
      wrong.push(`it says that ${event.data.expiring} of them end with the subscription, and ${expiring} do`);
    }
    pool.expiring = expiring;
    return [...wrong, ...this.#checkKey(pool.open, event)];
  }

  #checkKey(open: Map<string, number>, event: CreditPoolEvent): string[] {
    const key = ledgerKeyOf(event);
    const before = open.get(key);
    if (event.type === 'CreditsRefunded' || (event.type === 'CreditsGranted' && event.data.cause.kind === 'returned')) {
      open.set(key, 0);
      return before === event.data.credits ? [] : [`${event.data.credits} credits come back of ${before ?? 0} taken`];
    }
    const canComeBack = event.type === 'CreditsSpent' || event.type === 'CreditsClawedBack';
    open.set(key, canComeBack ? event.data.credits : 0);
    return before === undefined ? [] : [`there was a line for ${key} before`];
  }
}

/** Spends take first what ends first, an adjustment takes it last, and what comes back is what it was. */
function expiringAfter(
  { balance, expiring }: { readonly balance: number; readonly expiring: number },
  { type, data }: CreditPoolEvent,
): number {
  switch (type) {
    case 'CreditsGranted':
      return data.cause.kind === 'payment' || data.cause.kind === 'returned' ? expiring + data.credits : expiring;
    case 'CreditsSpent':
      return Math.max(0, expiring - data.credits);
    case 'CreditsRefunded':
      return expiring + data.ofExpiring;
    case 'CreditsExpired':
    case 'CreditsClawedBack':
      return expiring - data.credits;
    case 'CreditsAdjusted':
      return Math.min(expiring, balance);
  }
}
