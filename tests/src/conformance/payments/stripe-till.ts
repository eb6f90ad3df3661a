/** Stripe itself, in an account's test mode, with a clock per customer. */
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from '@clearcut/platform/config/project';
import { readCatalogue } from '@clearcut/platform/payments/catalogue';
import { createStripePayments } from '@clearcut/platform/payments/stripe/stripe-payments';
import { z } from 'zod';
import { pricesOf, type Till } from './harness.ts';

const API = 'https://api.stripe.com/v1';
const LOOK_EVERY_MS = 1_000;
/** A clock not there by then never arrives. */
const MAX_PASSES = 300;

const clockSchema = z.object({ id: z.string(), frozen_time: z.number(), status: z.string() });

/** @param secretKey of test mode */
export async function openStripeTill(secretKey: string): Promise<Till> {
  if (!secretKey.includes('_test_')) throw new Error('STRIPE_TEST_SECRET_KEY must be a key of test mode');
  const clocks = new Map<string, string>();
  let now = Math.floor(Date.now() / 1000);

  async function clockCall(path: string, params?: Record<string, string>): Promise<z.infer<typeof clockSchema>> {
    const answer = await fetch(`${API}/test_helpers/test_clocks${path}`, {
      headers: { authorization: `Bearer ${secretKey}` },
      ...(params === undefined ? {} : { method: 'POST', body: new URLSearchParams(params) }),
    });
    if (!answer.ok) throw new Error(`The clock was answered ${answer.status}: ${await answer.text()}`);
    return clockSchema.parse(await answer.json());
  }

  /** Stripe attaches a clock only when it creates a customer. */
  const withClocks: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.method !== 'POST' || new URL(request.url).pathname !== '/v1/customers') return fetch(request);
    now = Math.floor(Date.now() / 1000);
    const clock = await clockCall('', { frozen_time: String(now) });
    const headers = new Headers(request.headers);
    headers.delete('content-length');
    const body = `${await request.text()}&test_clock=${clock.id}`;
    const answer = await fetch(request.url, { method: 'POST', headers, body });
    const { id } = z.object({ id: z.string() }).parse(await answer.clone().json());
    clocks.set(id, clock.id);
    return answer;
  };

  const provider = createStripePayments({
    mode: 'test',
    secretKey,
    publishableKey: 'pk_test_of_no_use_here',
    webhookSecret: undefined,
    automaticTax: false,
    returnUrl: () => 'https://clearcut.example.com/app/checkout/return',
    fetch: withClocks,
    now: async () => new Date(now * 1000),
  });
  await provider.setUp(await readCatalogue(`${projectRoot}/billing/catalogue.json`), undefined);
  return {
    provider,
    priceOf: pricesOf(provider),
    async advance(customerId, seconds) {
      const id = clocks.get(customerId);
      if (id === undefined) throw new Error(`${customerId} has no clock`);
      const { frozen_time: before } = await clockCall(`/${id}`);
      now = before + seconds;
      await clockCall(`/${id}/advance`, { frozen_time: String(now) });
      for (let passes = 0; passes < MAX_PASSES; passes += 1) {
        if ((await clockCall(`/${id}`)).status === 'ready') return;
        await delay(LOOK_EVERY_MS);
      }
      throw new Error(`The clock of ${customerId} did not arrive`);
    },
  };
}
