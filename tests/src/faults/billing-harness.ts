import { randomUUID } from 'node:crypto';
import type { Invoice, World } from '@clearcut/sandbox/engine/model';
import { dispute, refund } from '@clearcut/sandbox/engine/payments';
import { createStandIn, type StripeStandIn } from '@clearcut/sandbox/stand-in';
import type { BillingInfo } from '@clearcut/schemas/billing/http';
import type { PriceAnswer } from '@clearcut/schemas/subscription/http';
import type { PriceName } from '@clearcut/schemas/subscription/prices';
import { bodyOf } from '../support/client.ts';
import type { Installation } from '../support/installation.ts';
import { createPerson } from '../support/person.ts';

export const HOUR = 60 * 60;
export const DAY = 24 * HOUR;

/** A paying team over HTTP, and the actions of its bank and the operator's colleague at the stand-in. */
export interface Payer {
  readonly teamId: string;
  subscribe(name: PriceName): Promise<number>;
  change(name: PriceName): Promise<number>;
  buyPack(name: PriceName, attemptId?: string): Promise<number>;
  post(path: string, body?: object): Promise<number>;
  close(): Promise<number>;
  billing(): Promise<BillingInfo>;
  act(work: (world: World) => void): Promise<void>;
  /** Number of subscriptions at the provider that run, are paid for, or may be. */
  live(): Promise<number>;
}

export interface Bank {
  readonly standIn: StripeStandIn;
  newPayer(): Promise<Payer>;
}

async function status(sent: Promise<Response>): Promise<number> {
  const got = await sent;
  await got.body?.cancel();
  return got.status;
}

export async function openBank({ url, database }: Installation): Promise<Bank> {
  const standIn = await createStandIn(database);
  const answer = await fetch(`${url}/api/stripe/prices/?currency=usd`);
  const prices = await bodyOf<PriceAnswer[]>(answer);
  const idOf = (name: PriceName): string => prices.find((price) => price.name === name)?.id ?? '';
  return {
    standIn,
    async newPayer() {
      const person = createPerson(url);
      const { team_id: teamId } = await person.signUp(`${randomUUID()}@example.com`);
      const act: Payer['act'] = async (work) => {
        const [row] = await database.query<{ id: string }>(
          'SELECT customer_id AS id FROM billing.customer WHERE team_id = $1',
          [teamId],
        );
        if (row !== undefined) await standIn.act(row.id, work);
      };
      return {
        teamId,
        act,
        subscribe: (name) =>
          status(
            person.send('POST', '/api/stripe/subscribe/', {
              priceId: idOf(name),
              currency: 'usd',
              paymentMethodId: 'pm_card_visa',
            }),
          ),
        buyPack: (name, attemptId = randomUUID()) =>
          status(
            person.send('POST', '/api/stripe/buy-credits/', {
              priceId: idOf(name),
              currency: 'usd',
              paymentMethodId: 'pm_card_visa',
              attemptId,
            }),
          ),
        change: (name) => status(person.send('PATCH', '/api/stripe/subscription/switch/', { priceId: idOf(name) })),
        post: (path, body) => status(person.send('POST', `/api/stripe/${path}/`, body)),
        close: () => status(person.send('POST', '/api/user/me/close')),
        billing: async () => bodyOf<BillingInfo>(await person.get('/api/billing/')),
        async live() {
          let count = 0;
          await act(({ account }) => {
            count = account.subscriptions.filter(({ endedAt }) => endedAt === null).length;
          });
          return count;
        },
      };
    },
  };
}

const left = ({ payment }: Invoice): number =>
  (payment?.charge?.amount ?? 0) - (payment?.charge?.refunds.reduce((sum, { amount }) => sum + amount, 0) ?? 0);

export const setCards = (test: string) => (payer: Payer) =>
  payer.act(({ account }) => {
    for (const method of account.methods) Object.assign(method, { test });
  });

/** Refunds a share of what is left of the nth payment. */
export const refundShare = (payer: Payer, share: number, nth: number) =>
  payer.act((world) => {
    const paid = world.account.invoices.filter((invoice) => left(invoice) > 1);
    const one = paid[nth % Math.max(1, paid.length)];
    if (one?.payment) refund(world, one.payment.id, Math.ceil(left(one) * share));
  });

export const disputeLast = (payer: Payer) =>
  payer.act((world) => {
    const paid = world.account.invoices.findLast(({ payment }) => payment?.charge?.dispute === null);
    if (paid?.payment) dispute(world, paid.payment.id);
  });

export const retry = (payer: Payer) => payer.post('subscription/retry', { payment_method_id: 'pm_card_visa' });
