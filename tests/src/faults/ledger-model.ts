import type { PoolRequest } from './ledger-harness.ts';

/** Effect and resulting balance, or a refusal's code. */
export type Answer = { readonly credits: number; readonly balance: number } | 'repeat' | { readonly refused: string };

/** A minimal credit pool as the product describes it, without product code, to compare the real one with. */
export class PoolModel {
  balance = 0;
  /** Those of them that end with the subscription. */
  expiring = 0;
  readonly #saves = new Map<string, { readonly refunded: boolean; readonly ofExpiring: number }>();
  readonly #once = new Map<string, number>();
  /** Claw-backs of packs, whose credits do not end with the subscription. */
  readonly #packs = new Set<string>();

  /** Applies a command; `undo` reverts it. */
  take(command: PoolRequest): Taken {
    switch (command.type) {
      case 'GrantCredits': {
        const { cause, credits } = command;
        return this.#changeOnce(JSON.stringify(cause), credits, cause.kind === 'payment' ? credits : 0);
      }
      case 'ExpireCredits':
        return this.#takeOnce(JSON.stringify(command.cause), Math.max(0, this.expiring - command.keep));
      case 'ClawBackCredits':
        return command.isPack
          ? this.#takePack(command.clawbackId, Math.min(command.credits, this.balance - this.expiring))
          : this.#takeOnce(`clawback ${command.clawbackId}`, Math.min(command.credits, this.expiring));
      case 'ReturnClawback': {
        const taken = 0 - (this.#once.get(`clawback ${command.clawbackId}`) ?? 0);
        if (taken === 0) return unchanged('repeat');
        return this.#changeOnce(`return ${command.clawbackId}`, taken, this.#packs.has(command.clawbackId) ? 0 : taken);
      }
      case 'AdjustCredits': {
        const plain = this.balance - this.expiring;
        const ofExpiring = Math.min(0, plain + command.credits);
        return this.#changeOnce(`adjustment ${command.adjustmentId}`, command.credits, ofExpiring);
      }
      case 'SpendCredits': {
        const save = this.#saves.get(command.saveId);
        if (save?.refunded === false) return unchanged('repeat');
        if (save?.refunded === true) return unchanged({ refused: 'save_failed' });
        if (this.balance < command.credits) return unchanged({ refused: 'no_credits' });
        const ofExpiring = Math.min(command.credits, this.expiring);
        return this.#save(command.saveId, { refunded: false, ofExpiring }, -command.credits, -ofExpiring);
      }
      case 'RefundSpend': {
        const { refunded = true, ofExpiring = 0 } = this.#saves.get(command.saveId) ?? {};
        if (refunded) return unchanged('repeat');
        return this.#save(command.saveId, { refunded: true, ofExpiring }, 1, ofExpiring);
      }
    }
  }

  isCharged(saveId: string): boolean {
    return this.#saves.has(saveId);
  }

  #takePack(id: string, credits: number): Taken {
    const key = `clawback ${id}`;
    if (this.#once.has(key)) return unchanged('repeat');
    this.#packs.add(id);
    const { answer, undo } = this.#changeOnce(key, 0 - credits, 0);
    return {
      answer,
      undo: () => {
        this.#packs.delete(id);
        undo();
      },
    };
  }

  /** A repeat takes none, however many there are. */
  #takeOnce(key: string, credits: number): Taken {
    if (this.#once.has(key)) return unchanged('repeat');
    return this.#changeOnce(key, 0 - credits, 0 - credits);
  }

  #changeOnce(key: string, credits: number, ofExpiring: number): Taken {
    const before = this.#once.get(key);
    if (before === credits) return unchanged('repeat');
    if (before !== undefined) return unchanged({ refused: 'idempotency_key_reused' });
    if (this.balance + credits < 0) return unchanged({ refused: 'adjustment_too_large' });
    this.#once.set(key, credits);
    return this.#change(credits, ofExpiring, () => this.#once.delete(key));
  }

  #save(saveId: string, to: { refunded: boolean; ofExpiring: number }, credits: number, ofExpiring: number): Taken {
    const before = this.#saves.get(saveId);
    this.#saves.set(saveId, to);
    return this.#change(credits, ofExpiring, () => {
      if (before === undefined) this.#saves.delete(saveId);
      else this.#saves.set(saveId, before);
    });
  }

  #change(credits: number, ofExpiring: number, forget: () => void): Taken {
    this.balance += credits;
    this.expiring += ofExpiring;
    return {
      answer: { credits, balance: this.balance },
      undo: () => {
        forget();
        this.balance -= credits;
        this.expiring -= ofExpiring;
      },
    };
  }
}

interface Taken {
  readonly answer: Answer;
  readonly undo: () => void;
}

const unchanged = (answer: Answer): Taken => ({ answer, undo: () => undefined });

export interface Observed {
  readonly command: PoolRequest;
  readonly answer: Answer;
  /** Version of the pool's stream after the command; undefined without effect. */
  readonly version: number | undefined;
}

/**
 * Whether concurrent commands got answers of some sequential order. Effective ones follow the log's order: balances
 * alone can fit several orders, which leave different numbers of expiring credits. Each other one must fit somewhere
 * between. Leaves the model in the state after them.
 */
export function explain(model: PoolModel, observed: readonly Observed[]): boolean {
  const fits = ({ command, answer }: Observed): boolean => {
    const taken = model.take(command);
    if (JSON.stringify(taken.answer) === JSON.stringify(answer)) return true;
    taken.undo();
    return false;
  };
  let idle = observed.filter(({ version }) => version === undefined);
  const effective = observed.filter(({ version }) => version !== undefined);
  for (const next of effective.toSorted((one, other) => (one.version ?? 0) - (other.version ?? 0))) {
    idle = idle.filter((each) => !fits(each));
    if (!fits(next)) return false;
  }
  return idle.every(fits);
}
