import type { CreditPoolCommand } from '@clearcut/command-api/credits/credit-pool';

/** What a pool answers: what took effect and the balance after it, or the code of a refusal. */
export type Answer = { readonly credits: number; readonly balance: number } | 'repeat' | { readonly refused: string };

/**
 * A credit pool by the rules of docs/product.md (Credits), without any code of the product: the model that the real pool is
 * compared with.
 */
export class PoolModel {
  balance = 0;
  readonly #saves = new Map<string, 'charged' | 'refunded'>();
  readonly #once = new Map<string, number>();

  /** Answers a command and takes its effect; `undo` takes it back. */
  take(command: CreditPoolCommand): { answer: Answer; undo: () => void } {
    switch (command.type) {
      case 'GrantCredits':
        return this.#changeOnce(JSON.stringify(command.cause), command.credits);
      case 'ExpireCredits': {
        const key = `expiry ${command.paymentId}`;
        if (this.#once.has(key)) return unchanged('repeat');
        return this.#changeOnce(key, 0 - Math.min(this.balance, command.credits));
      }
      case 'AdjustCredits':
        return this.#changeOnce(`adjustment ${command.adjustmentId}`, command.credits);
      case 'SpendCredits': {
        const save = this.#saves.get(command.saveId);
        if (save === 'charged') return unchanged('repeat');
        if (save === 'refunded') return unchanged({ refused: 'save_failed' });
        if (this.balance < command.credits) return unchanged({ refused: 'no_credits' });
        return this.#change(command.saveId, 'charged', -command.credits);
      }
      case 'RefundSpend':
        if (this.#saves.get(command.saveId) === 'refunded') return unchanged('repeat');
        return this.#change(command.saveId, 'refunded', 1);
    }
  }

  isCharged(saveId: string): boolean {
    return this.#saves.has(saveId);
  }

  #changeOnce(key: string, credits: number): { answer: Answer; undo: () => void } {
    const before = this.#once.get(key);
    if (before === credits) return unchanged('repeat');
    if (before !== undefined) return unchanged({ refused: 'idempotency_key_reused' });
    if (this.balance + credits < 0) return unchanged({ refused: 'adjustment_too_large' });
    this.#once.set(key, credits);
    this.balance += credits;
    return {
      answer: { credits, balance: this.balance },
      undo: () => {
        this.#once.delete(key);
        this.balance -= credits;
      },
    };
  }

  #change(saveId: string, to: 'charged' | 'refunded', credits: number): { answer: Answer; undo: () => void } {
    const before = this.#saves.get(saveId);
    this.#saves.set(saveId, to);
    this.balance += credits;
    return {
      answer: { credits, balance: this.balance },
      undo: () => {
        if (before === undefined) this.#saves.delete(saveId);
        else this.#saves.set(saveId, before);
        this.balance -= credits;
      },
    };
  }
}

const unchanged = (answer: Answer): { answer: Answer; undo: () => void } => ({ answer, undo: () => undefined });

export interface Observed {
  readonly command: CreditPoolCommand;
  readonly answer: Answer;
}

/**
 * Whether there is an order in which these commands, which ran at the same time, would have been answered as they were when
 * taken one after the other. The model is left in the state after them.
 */
export function explain(model: PoolModel, observed: readonly Observed[]): boolean {
  if (observed.length === 0) return true;
  for (const [index, { command, answer }] of observed.entries()) {
    const taken = model.take(command);
    if (JSON.stringify(taken.answer) === JSON.stringify(answer)) {
      if (explain(model, observed.toSpliced(index, 1))) return true;
    }
    taken.undo();
  }
  return false;
}
