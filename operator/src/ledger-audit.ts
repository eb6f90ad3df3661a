import { type CreditPoolEvent, creditsOf } from '@clearcut/schemas/credits/events';
import { ledgerKeyOf } from '@clearcut/schemas/credits/ledger-key';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';

interface AuditedPool {
  version: number;
  balance: number;
  expiring: number;
  /** Credits taken and not returned, by key; 0 for one-way entries. */
  readonly open: Map<string, number>;
  /** Expiring credits among those taken back, by claw-back. */
  readonly taken: Map<string, number>;
}

/** Sums every pool from its events, deliberately without `evolve`, read model or recorded balances, which it checks. */
export class LedgerAudit {
  readonly #pools = new Map<string, AuditedPool>();
  entries = 0;

  versions(): Map<string, number> {
    return new Map([...this.#pools].map(([teamId, { version }]) => [teamId, version]));
  }

  /** Returns what is wrong with the event. */
  add({ event, stream, version }: RecordedEvent<CreditPoolEvent>): string[] {
    const { teamId } = event.data;
    const pool = this.#pools.get(teamId) ?? newPool();
    this.#pools.set(teamId, pool);
    this.entries += 1;

    const wrong: string[] = [];
    if (stream !== `creditPool-${teamId}`) wrong.push(`it is in ${stream}`);
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

const newPool = (): AuditedPool => ({ version: 0, balance: 0, expiring: 0, open: new Map(), taken: new Map() });

/** Spends take expiring credits first, adjustments last; returned credits stay what they were. */
function expiringAfter({ balance, expiring, taken }: AuditedPool, { type, data }: CreditPoolEvent): number {
  switch (type) {
    case 'CreditsGranted':
      if (data.cause.kind === 'returned') return expiring + (taken.get(data.cause.clawbackId) ?? 0);
      return data.cause.kind === 'payment' ? expiring + data.credits : expiring;
    case 'CreditsSpent':
      return Math.max(0, expiring - data.credits);
    case 'CreditsRefunded':
      return expiring + data.ofExpiring;
    case 'CreditsExpired':
      return expiring - data.credits;
    case 'CreditsClawedBack':
      taken.set(data.clawbackId, data.ofExpiring);
      return expiring - data.ofExpiring;
    case 'CreditsAdjusted':
      return Math.min(expiring, balance);
  }
}
