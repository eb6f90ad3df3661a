/** Each call of the adapter, checked against Stripe's own API description. */
import { projectRoot } from '@clearcut/platform/config/project';
import { readCatalogue } from '@clearcut/platform/payments/catalogue';
import type { PaymentProvider, SubscriptionFacts } from '@clearcut/platform/payments/port';
import { createStripePayments } from '@clearcut/platform/payments/stripe/stripe-payments';
import { afterAll, expect, test } from 'vitest';
import { startStripeMock } from '../../support/servers/stripe-mock.ts';
import { whenAvailable } from '../../support/servers/when-available.ts';

const mock =
  process.env['LONG_TESTS'] === '1' ? await whenAvailable('The shape of calls to Stripe', startStripeMock) : undefined;
afterAll(() => mock?.stop());

const answers: string[] = [];
/** Those of a repeated set-up. */
const updates: string[] = [];

/** Forwards each call to the mock and records the outcome. */
const recording: typeof fetch = async (input, init) => {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input);
  // The secret in the mock's fixture names no payment.
  const path = pathname.replace(/(?<=payment_intents\/)(?=$|\/)/, 'pi_1');
  const sent = typeof init?.body === 'string' ? { body: init.body.replace(TOO_NEW, '') } : {};
  const headers = new Headers(init?.headers);
  headers.delete('content-length');
  const answer = await adopted(path, await fetch(`${mock?.url}${path}${search}`, { ...init, ...sent, headers }));
  const refusal = answer.status < 400 ? '' : `: ${await answer.clone().text()}`;
  answers.push(`${init?.method ?? 'GET'} ${path} ${answer.status}${refusal}`);
  return answer;
};

const WEBHOOK = 'https://clearcut.example.com/api/stripe/webhook/';

/** The mock's answers for an account set up by an older version, by path of the list. */
const OLDER: Readonly<Record<string, object>> = {
  '/v1/products': { name: 'Old name' },
  '/v1/prices': { metadata: { source: 'clearcut' }, lookup_key: 'starter' },
  '/v1/billing_portal/configurations': { metadata: { source: 'clearcut' } },
  '/v1/webhook_endpoints': { url: WEBHOOK },
};
let isSetUpBefore = false;

async function adopted(path: string, answer: Response): Promise<Response> {
  const older = OLDER[path];
  if (!isSetUpBefore || older === undefined) return answer;
  const body = (await answer.json()) as { data?: object[] };
  return Response.json(
    body.data === undefined ? body : { ...body, data: body.data.map((one) => ({ ...one, ...older })) },
  );
}

/** The buildable mock describes the version before the product's. */
const TOO_NEW = '&api_version=2026-10-28.endive';
/** Stripe's times are whole seconds. */
const now = new Date(Math.floor(Date.now() / 1000) * 1000);

const subscription: SubscriptionFacts = {
  id: 'sub_1',
  status: 'active',
  price: 'starter',
  priceId: 'price_1',
  amount: 2900,
  itemId: 'si_1',
  currency: 'usd',
  createdAt: now,
  periodStart: now,
  periodEnd: now,
  trialEnd: null,
  endsAt: now,
  endedAt: null,
  cancelReason: null,
  attemptId: null,
  scheduled: null,
  scheduleId: 'sub_sched_1',
  isOurSchedule: true,
  hasPendingUpdate: false,
  latestInvoiceId: null,
};
const order = { customerId: 'cus_1', teamId: 'team', currency: 'usd', paymentMethodId: 'pm_1', priceId: 'price_1' };
const change = { priceId: 'price_1', prorationDate: now, endTrial: false };
const tax = { name: 'A', email: 'a@example.com', country: 'DE', line1: 'B', postalCode: '1', city: 'C' };

const calls: Record<string, (provider: PaymentProvider) => Promise<unknown>> = {
  prices: (provider) => provider.prices(),
  createCustomer: (provider) => provider.createCustomer('team'),
  snapshot: (provider) => provider.snapshot('cus_1'),
  subscribe: (provider) => provider.subscribe({ ...order, attemptId: 'a', trial: null }),
  'subscribe, trial': (provider) =>
    provider.subscribe({ ...order, attemptId: 'b', trial: { priceId: 'price_2', days: 7 } }),
  buy: (provider) => provider.buy({ ...order, attemptId: 'c' }),
  previewSwitch: (provider) => provider.previewSwitch(subscription, 'price_1'),
  'previewSwitch, trial': (provider) => provider.previewSwitch({ ...subscription, status: 'trialing' }, 'price_1'),
  switchNow: (provider) => provider.switchNow(subscription, { ...change, attemptId: 'd' }),
  'switchNow, trial': (provider) =>
    provider.switchNow(subscription, { ...change, prorationDate: null, endTrial: true, attemptId: 'e' }),
  scheduleSwitch: (provider) =>
    provider.scheduleSwitch(subscription, { attemptId: 'f', teamId: 'team', priceId: 'price_1' }),
  unschedule: (provider) => provider.unschedule(subscription),
  cancelAtEnd: (provider) => provider.cancelAtEnd('sub_1', { at: null, reason: 'Too dear' }),
  'cancelAtEnd, later': (provider) => provider.cancelAtEnd('sub_1', { at: now, reason: null }),
  resume: (provider) => provider.resume(subscription),
  cancelNow: (provider) => provider.cancelNow('sub_1'),
  refund: (provider) => provider.refund('in_1'),
  withdraw: (provider) => provider.withdraw({ invoiceId: 'in_1', subscriptionId: 'sub_1' }),
  pay: (provider) => provider.pay('in_1', 'pm_1'),
  setupIntent: (provider) => provider.setupIntent('cus_1'),
  attach: (provider) => provider.attach('cus_1', 'pm_1'),
  paymentMethods: (provider) => provider.paymentMethods('cus_1'),
  setDefaultPaymentMethod: (provider) => provider.setDefaultPaymentMethod('cus_1', 'pm_1', 'sub_1'),
  detach: (provider) => provider.detach('pm_1'),
  setTaxDetails: (provider) => provider.setTaxDetails('cus_1', { ...tax, vatNumber: 'DE129274202' }),
  portal: (provider) => provider.portal('cus_1', 'https://clearcut.example.com'),
  hintsSince: (provider) => provider.hintsSince(now),
  setUp: async (provider) => provider.setUp(await readCatalogue(`${projectRoot}/billing/catalogue.json`), WEBHOOK),
  'setUp, again': async (provider) => {
    isSetUpBefore = true;
    await provider.setUp(await readCatalogue(`${projectRoot}/billing/catalogue.json`), WEBHOOK);
  },
};

test.runIf(mock !== undefined).for(Object.entries(calls))('%s is a call that Stripe knows', async ([, call]) => {
  const provider = createStripePayments({
    mode: 'test',
    secretKey: 'sk_test_123',
    publishableKey: 'pk_test_123',
    webhookSecret: undefined,
    automaticTax: true,
    returnUrl: () => 'https://clearcut.example.com/app/billing',
    fetch: recording,
  });
  answers.length = 0;
  isSetUpBefore = false;
  // Fixtures do not fit together, so the adapter's results prove nothing.
  await call(provider).catch(() => undefined);
  updates.push(...(isSetUpBefore ? answers : []));
  expect(answers.length).toBeGreaterThan(0);
  expect(answers.filter((answer) => !/ 2\d\d$/.test(answer))).toEqual([]);
});

test.runIf(mock !== undefined)('objects of an older version are updated by calls that Stripe knows', () => {
  for (const path of Object.keys(OLDER))
    expect(updates).toContainEqual(expect.stringMatching(`^POST ${path}/\\S+ 200$`));
});
