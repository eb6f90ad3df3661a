import { type CreditPoolEvent, creditsOf } from '@clearcut/schemas/credits/events';
import { ledgerKeyOf } from '@clearcut/schemas/credits/ledger-key';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';

interface AuditedPool {
  version: number;
  balance: number;
  /** Credits that a key has spent and not got back; 0 for what happens once and has no way back. */
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
    const pool = this.#pools.get(teamId) ?? { version: 0, balance: 0, open: new Map<string, number>() };
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
    return [...wrong, ...this.#checkKey(pool.open, event)];
  }

  #checkKey(open: Map<string, number>, event: CreditPoolEvent): string[] {
    const key = ledgerKeyOf(event);
    const before = open.get(key);
    if (event.type === 'CreditsRefunded') {
      open.set(key, 0);
      return before === event.data.credits ? [] : [`${event.data.credits} credits come back of ${before ?? 0} spent`];
    }
    open.set(key, event.type === 'CreditsSpent' ? event.data.credits : 0);
    return before === undefined ? [] : [`there was a line for ${key} before`];
  }
}
