import type { CreditPoolEvent } from '@clearcut/schemas/credits/events';
import type { SubscriptionEvent } from '@clearcut/schemas/subscription/events';

type Paid = Extract<SubscriptionEvent, { type: 'InvoicePaid' }>['data'];

interface Granted {
  readonly teamId: string;
  readonly credits: number;
  readonly times: number;
  /** They do not end with the plan. */
  readonly isPack: boolean;
}

/** Each paid invoice has one grant and the reverse, and no payment loses more than it granted. */
export class BillingAudit {
  readonly #paid = new Map<string, Pick<Paid, 'teamId' | 'credits' | 'reason'>>();
  readonly #granted = new Map<string, Granted>();
  readonly #taken = new Map<string, number>();
  readonly #toTakeBack = new Map<string, string>();
  readonly #clawbacks = new Map<string, { readonly paymentId: string; readonly credits: number }>();
  readonly #teams = new Set<string>();

  get payments(): number {
    return this.#paid.size;
  }

  get teams(): number {
    return this.#teams.size;
  }

  add(event: SubscriptionEvent | CreditPoolEvent): void {
    const { type, data } = event;
    if (type === 'InvoicePaid') {
      this.#teams.add(data.teamId);
      this.#paid.set(data.invoiceId, data);
    } else if (type === 'PaymentRefunded' && data.credits > 0) this.#toTakeBack.set(data.refundId, data.teamId);
    else if (type === 'PaymentDisputed' && data.credits > 0) this.#toTakeBack.set(data.disputeId, data.teamId);
    else if (type === 'CreditsGranted' && (data.cause.kind === 'payment' || data.cause.kind === 'pack')) {
      const times = (this.#granted.get(data.cause.paymentId)?.times ?? 0) + 1;
      const isPack = data.cause.kind === 'pack';
      this.#granted.set(data.cause.paymentId, { teamId: data.teamId, credits: data.credits, times, isPack });
    } else if (type === 'CreditsGranted' && data.cause.kind === 'returned') {
      const { paymentId = '', credits = 0 } = this.#clawbacks.get(data.cause.clawbackId) ?? {};
      this.#take(paymentId, 0 - credits);
    } else if (type === 'CreditsClawedBack') {
      this.#clawbacks.set(data.clawbackId, data);
      this.#take(data.paymentId, data.credits);
    }
  }

  #take(paymentId: string, credits: number): void {
    this.#taken.set(paymentId, (this.#taken.get(paymentId) ?? 0) + credits);
  }

  end(): string[] {
    const wrong: string[] = [];
    for (const [id, { teamId, credits, reason }] of this.#paid) {
      const grant = this.#granted.get(id);
      const given = grant === undefined ? 0 : grant.credits * grant.times;
      if (given !== credits)
        wrong.push(`team ${teamId}: invoice ${id} pays for ${credits} credits, and ${given} were granted`);
      if (grant !== undefined && grant.isPack !== (reason === 'pack'))
        wrong.push(`team ${teamId}: credits for ${id} end with the plan though a pack's do not, or the reverse`);
    }
    for (const [id, { teamId }] of this.#granted) {
      if (!this.#paid.has(id)) wrong.push(`team ${teamId}: credits were granted for ${id}, which was not paid`);
    }
    for (const [id, taken] of this.#taken) {
      const { credits = 0, teamId = '?' } = this.#paid.get(id) ?? {};
      if (taken > credits) wrong.push(`team ${teamId}: ${taken} credits were taken back of ${credits} for ${id}`);
    }
    for (const [id, teamId] of this.#toTakeBack) {
      if (!this.#clawbacks.has(id)) wrong.push(`team ${teamId}: nothing was taken back for ${id}`);
    }
    return wrong;
  }
}
