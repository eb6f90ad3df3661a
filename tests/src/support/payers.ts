/** Payers at the Stripe stand-in, over HTTP. */
import { randomUUID } from 'node:crypto';
import { createStandIn, type StripeStandIn } from '@clearcut/sandbox/stand-in';
import type { World } from '@clearcut/sandbox/engine/model';
import type { BillingInfo } from '@clearcut/schemas/billing/http';
import type { PriceAnswer } from '@clearcut/schemas/subscription/http';
import type { PriceName } from '@clearcut/schemas/subscription/prices';
import { expect } from 'vitest';
import { clean } from './audits.ts';
import { bodyOf } from './client.ts';
import type { Installation } from './installation.ts';
import { createPerson, type Person } from './person.ts';
import { newAddress } from './team.ts';

/** For effects that pass webhook, inbox and log. */
export const PATIENT = { timeout: 60_000 };

export async function answered(answer: Promise<Response>): Promise<[number, Record<string, unknown>]> {
  const got = await answer;
  return [got.status, await bodyOf<Record<string, unknown>>(got)];
}

export const billingOf = async (person: Person): Promise<BillingInfo> =>
  bodyOf<BillingInfo>(await person.get('/api/billing/'));

/** Credits follow the log shortly after the answer. */
export const credits = (person: Person) => expect.poll(async () => (await billingOf(person)).credits, PATIENT);

export type Payers = Awaited<ReturnType<typeof openPayers>>;

/** Actions of billing tests at an installation and its Stripe stand-in. */
export async function openPayers(product: Installation) {
  const standIn: StripeStandIn = await createStandIn(product.database);
  const teamIds: string[] = [];
  const answer = await fetch(`${product.url}/api/stripe/prices/?currency=usd`);
  const prices = new Map((await bodyOf<PriceAnswer[]>(answer)).map((price) => [price.name, price]));
  const priceId = (name: PriceName): string => prices.get(name)?.id ?? '';

  async function customerOf(person: Person): Promise<string> {
    const [row] = await product.database.query<{ id: string }>(
      `SELECT c.customer_id AS id FROM billing.customer c JOIN identity.users u ON u.team_id = c.team_id WHERE u.id = $1`,
      [(await person.me())?.pk],
    );
    return row?.id ?? '';
  }

  return {
    standIn,
    prices,
    priceId,
    customerOf,
    /** Both audits of the operator find nothing about these payers. */
    areClean: (): Promise<void> => clean(product, teamIds),
    async newcomer(): Promise<Person> {
      const person = createPerson(product.url);
      teamIds.push((await person.signUp(newAddress())).team_id);
      return person;
    },
    subscribe: (person: Person, name: PriceName, paymentMethodId = 'pm_card_visa', currency = 'usd') =>
      answered(person.send('POST', '/api/stripe/subscribe/', { priceId: priceId(name), currency, paymentMethodId })),
    buyPack: (person: Person, name: PriceName, paymentMethodId = 'pm_card_visa', attemptId: string = randomUUID()) =>
      answered(
        person.send('POST', '/api/stripe/buy-credits/', {
          priceId: priceId(name),
          currency: 'usd',
          paymentMethodId,
          attemptId,
        }),
      ),
    post: (person: Person, path: string, body?: object) => answered(person.send('POST', `/api/stripe/${path}/`, body)),
    next: async (person: Person, name: PriceName) =>
      (await answered(person.get(`/api/stripe/subscription/next-action/?priceId=${priceId(name)}`)))[1],
    change: (person: Person, name: PriceName, more: object = {}) =>
      answered(person.send('PATCH', '/api/stripe/subscription/switch/', { priceId: priceId(name), ...more })),
    /** Changes the person's last payment at the provider. */
    act: async (person: Person, work: (world: World, paymentId: string) => void): Promise<void> =>
      standIn.act(await customerOf(person), (world) => work(world, world.account.invoices.at(-1)?.payment?.id ?? '')),
  };
}
