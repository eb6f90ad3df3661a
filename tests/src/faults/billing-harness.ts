import { randomUUID } from 'node:crypto';
import type { World } from '@clearcut/sandbox/engine/model';
import { createStandIn, type StripeStandIn } from '@clearcut/sandbox/stand-in';
import { verifyBilling } from '@clearcut/operator/commands/billing/verify-billing';
import type { BillingInfo } from '@clearcut/schemas/billing/http';
import type { PriceAnswer } from '@clearcut/schemas/subscription/http';
import type { PriceName } from '@clearcut/schemas/subscription/prices';
import { bodyOf } from '../support/client.ts';
import type { Installation } from '../support/installation.ts';
import { createPerson } from '../support/person.ts';
import { eventually } from '../support/product.ts';
import { differencesIn, operatorOf } from './saves-harness.ts';

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

/** Findings of both audits, once credits and read model have followed the log. */
async function auditsOf(product: Installation): Promise<string[]> {
  const { isBad = false, text } = await verifyBilling.run([], operatorOf(product), {});
  return [...(isBad ? [text] : []), ...((await differencesIn(product)) ?? '').split('\n').filter(Boolean)];
}

/** Resolves when both audits find nothing. @throws the last findings otherwise */
export async function clean(product: Installation): Promise<void> {
  let found: string[] = [];
  await eventually(async () => {
    found = await auditsOf(product);
    return found.length === 0 ? true : undefined;
  }).catch((error: unknown) => {
    throw new Error(found.join('\n'), { cause: error });
  });
}
